import { present } from "@chatexport/core";
import { stringOf } from "@chatexport/core/read";
import type { DetailsReader } from "./details.js";

/** Work for a sub-agent; which session that is, is known only when its transcript is linked. */
export const task: DetailsReader = (input) =>
  present({ kind: "task", task: stringOf(input.prompt) });
