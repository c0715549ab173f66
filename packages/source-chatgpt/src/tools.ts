import {
  type Json,
  type JsonObject,
  present,
  type ToolCall,
  type ToolDetails,
} from "@chatexport/core";
import { objectOf, parseLine } from "@chatexport/core/read";
import { edit, fetch, toolKinds } from "@chatexport/core/source";

/** The kinds of ChatGPT's own tools; of others only the names are known. */
const detailsOf = toolKinds<[written: string]>({
  python: (_, command): ToolDetails => ({ kind: "execute", command }),
  "browser browser.search browser.open web web.run web.search": fetch({
    url: "url",
    query: "query q",
  }),
  "canmore.create_textdoc": edit({ path: "name", content: "content" }),
});

/** The call that an answer to another recipient than the user is; what was written may be JSON. */
export function toolCall(id: string, name: string, written: string): ToolCall {
  const input = inputOf(written);
  return present<ToolCall>({
    type: "tool-call",
    id,
    name,
    ...detailsOf(name, input, written),
    input,
    rawInput: input === undefined && written !== "" ? written : undefined,
    status: "unknown",
  });
}

function inputOf(written: string): Json | undefined {
  return written.trimStart().startsWith("{") ? objectOf(parseLine(written)) : undefined;
}

/** True when a result says that its call failed: the code that ran threw. */
export function isFailure(metadata: JsonObject): boolean {
  const { in_kernel_exception, system_exception } = objectOf(metadata.aggregate_result) ?? {};
  return objectOf(in_kernel_exception) !== undefined || objectOf(system_exception) !== undefined;
}
