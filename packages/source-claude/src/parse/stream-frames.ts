import type { JsonObject, Part, Synthetic } from "@chatexport/core";
import { nameSet, numberOf, textOf } from "@chatexport/core/read";

/*
 * The output of `claude -p --output-format stream-json` is nearly a transcript, and people save it
 * as one (seen in 2.1.143). Besides the conversation it tells a program what the tool does
 * meanwhile.
 */

/** The subtypes of system records that only the stream has. */
export const frameSubtypes: ReadonlySet<string> = nameSet(
  "api_retry hook_response hook_started notification task_notification task_started",
);

/**
 * The parts of such a record; that something begins, or still goes on, says its end as well. Undefined when its
 * text is none.
 */
export function frameParts(subtype: string, record: JsonObject): Part[] | undefined {
  const { status, summary, output, stdout, text, attempt, max_retries, error, error_status } =
    record;
  if ([summary, output, stdout, text].some((said) => typeof said === "object")) return undefined;
  switch (subtype) {
    case "hook_response":
      return added(textOf(output) ?? textOf(stdout), "hook");
    case "task_notification":
      return added(
        [summary, status].flatMap((word) => textOf(word) ?? []).join(": "),
        "notification",
      );
    case "notification":
      return added(textOf(text), "notification");
    case "api_retry": {
      const why = [numberOf(error_status), textOf(error)].filter((word) => word !== undefined);
      const tries = `try ${numberOf(attempt) ?? "?"} of ${numberOf(max_retries) ?? "?"}`;
      return added(`A request failed (${why.join(" ")}), ${tries}`, "notification");
    }
    default:
      return [];
  }
}

function added(text: string | undefined, synthetic: Synthetic): Part[] {
  return text ? [{ type: "text", text, synthetic }] : [];
}
