import { defined, type ToolCall } from "@chatexport/core";
import { objectOf, parseJson } from "@chatexport/core/read";
import type { Fields } from "@chatexport/core/source";
import { imageOf } from "./content.js";
import { detailsOf } from "./tools.js";

/** A call as a response item says it. */
export function callOf(payload: Fields, id: string, startedAt: string | undefined): ToolCall {
  const namespace = payload.text("namespace");
  const type = payload.text("type") ?? "";
  const own = payload.text("name") ?? type.replace(/_call$/, "");
  const given = payload.string("arguments", "input");
  const input =
    given === undefined ? payload.json("action", "arguments") : objectOf(parseJson(given));
  // The service itself runs these two, and there is no further record of their output.
  const isRun = type === "web_search_call" || type === "image_generation_call";
  const image = isRun ? payload.text("result") : undefined;
  const content = image === undefined ? undefined : [imageOf(image, "image/png")];
  // The item is complete, whatever the call came to.
  payload.word(["completed"], "status");
  return {
    ...defined({
      type: "tool-call" as const,
      id,
      name: namespace && namespace !== "functions" ? `${namespace}.${own}` : own,
      // Older versions put the server into the name.
      server: /^mcp__(.+)/.exec(namespace ?? "")?.[1] ?? /^mcp__(.{1,200}?)__/.exec(own)?.[1],
      title: payload.text("revised_prompt"),
      input,
      rawInput: input === undefined ? given : undefined,
      status: isRun ? ("completed" as const) : ("pending" as const),
      startedAt,
      result: content && { content, isError: false },
    }),
    ...detailsOf(own, input, given),
  };
}
