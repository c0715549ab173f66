import type { JsonObject, Part } from "@chatexport/core";
import { numberOf, textOf } from "@chatexport/core/read";

/*
 * The output of `claude -p --output-format stream-json` is nearly a transcript, and people save it
 * as one (seen in 2.1.143). Besides the conversation it tells a program what the tool does
 * meanwhile.
 */

/** Texts of the records that only the stream has; that something begins, or still goes on, says its end as well. */
const frames = new Map(
  Object.entries<(record: JsonObject) => string | undefined>({
    api_retry: ({ attempt, max_retries, error, error_status }) => {
      const why = [numberOf(error_status), textOf(error)].filter((word) => word !== undefined);
      const tries = `try ${numberOf(attempt) ?? "?"} of ${numberOf(max_retries) ?? "?"}`;
      return `A request failed (${why.join(" ")}), ${tries}`;
    },
    hook_response: ({ output, stdout }) => textOf(output) ?? textOf(stdout),
    hook_started: () => undefined,
    notification: ({ text }) => textOf(text),
    task_notification: ({ summary, status }) =>
      [summary, status].flatMap((word) => textOf(word) ?? []).join(": "),
    task_started: () => undefined,
  }),
);

/** The subtypes of system records that only the stream has. */
export const frameSubtypes: ReadonlySet<string> = new Set(frames.keys());

/** The parts of such a record. Undefined when its text is none. */
export function frameParts(subtype: string, record: JsonObject): Part[] | undefined {
  const { summary, output, stdout, text } = record;
  if ([summary, output, stdout, text].some((said) => typeof said === "object")) return undefined;
  const shown = frames.get(subtype)?.(record);
  const synthetic = subtype === "hook_response" ? "hook" : "notification";
  return shown ? [{ type: "text", text: shown, synthetic }] : [];
}
