import { present, stringOf } from "@chatexport/core";
import type { DetailsReader } from "./details.js";

/** Work for a sub-agent; which session that is, is known only when its transcript is linked. */
export const task: DetailsReader = (input) =>
  present({ kind: "task" as const, task: stringOf(input.prompt) });
