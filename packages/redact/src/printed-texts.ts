import type { Json, Message, Session, ToolCall } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";

/** A command, and the texts that it printed. */
export interface Printed {
  command: string;
  texts: string[];
}

/** The commands in a session that have printed something: of its models, and those that people typed. */
export function* printedTexts(session: Session): Generator<Printed> {
  yield* inMessages(session.messages);
  for (const { messages } of session.branches ?? []) yield* inMessages(messages);
  for (const subagent of session.subagents ?? []) yield* printedTexts(subagent);
}

function* inMessages(messages: readonly Message[]): Generator<Printed> {
  let typed: string | undefined;
  for (const { parts, synthetic } of messages)
    for (const part of parts)
      if (part.type === "tool-call") {
        if (part.kind === "execute" && part.command && part.result)
          yield { command: part.command, texts: textsOf(part.result) };
      } else if (part.type === "text") {
        if ((part.synthetic ?? synthetic) !== "output") typed = part.text;
        else if (typed?.startsWith("!")) yield { command: typed.slice(1), texts: [part.text] };
      }
}

/** What a command printed; one that failed printed no secret. */
function textsOf({ content, output, isError, exitCode = 0 }: NonNullable<ToolCall["result"]>) {
  if (isError || exitCode !== 0) return [];
  const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return [...texts, ...printedIn(output)];
}

/** Where tools keep what a command printed apart from what the model saw. */
function printedIn(output: Json | undefined): string[] {
  if (typeof output === "string") return [output];
  const { stdout, output: printed } = objectOf(output) ?? {};
  return [stdout, printed].filter((text) => typeof text === "string");
}
