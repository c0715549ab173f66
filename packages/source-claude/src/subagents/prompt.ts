import type { Part, Session } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import { promptParts } from "../records/prompts.js";

/** What a sub-agent was told: the first text of the user that is no copy from its session. */
export function promptOf({ messages }: Session, mainId: string): string | undefined {
  const first = messages.find(
    ({ role, copiedFrom }) => role === "user" && copiedFrom?.sessionId !== mainId,
  );
  return first && textOf(textIn(first.parts));
}

/** What a call tells a sub-agent, in the words in which the sub-agent's transcript has it. */
export function taskText(task: string | undefined): string | undefined {
  return textOf(textIn(promptParts(task, false)));
}

/** The texts of a prompt without what the tool added to remind or inform the model. */
function textIn(parts: readonly Part[]): string {
  return parts
    .flatMap((part) =>
      part.type === "text" && part.synthetic !== "reminder" ? withoutTeammate(part.text) : [],
    )
    .join("\n")
    .trim();
}

const teammate = "teammate-message";

/** The lead of a team tells its members what to do in an element that names the lead. */
function withoutTeammate(text: string): string {
  const trimmed = text.trim();
  const opening = /^<teammate-message(?:\s+[a-z_]+="[^"]*")*>/.exec(trimmed)?.[0];
  const closing = `</${teammate}>`;
  return opening && trimmed.endsWith(closing)
    ? trimmed.slice(opening.length, -closing.length).trim()
    : text;
}
