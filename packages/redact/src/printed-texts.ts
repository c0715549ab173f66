import type { Json, Message, Session, ToolCall, ToolResult } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import { mayPrintSecret } from "./rules/secret-outputs.js";

/** A command, and the texts that it printed. */
export interface Printed {
  command: string;
  texts: string[];
}

/** The commands in a session that may have printed secrets: of its models, and those that people typed. */
export function* printedTexts(session: Session): Generator<Printed> {
  yield* inMessages(session.messages);
  for (const { messages } of session.branches ?? []) yield* inMessages(messages);
  for (const subagent of session.subagents ?? []) yield* printedTexts(subagent);
}

function* inMessages(messages: readonly Message[]): Generator<Printed> {
  /** Commands by the ids of their shells and the files of their outputs, where later calls find more of these. */
  const running = new Map<string, string>();
  let typed: string | undefined;
  for (const { parts, synthetic } of messages)
    for (const part of parts)
      if (part.type === "tool-call") {
        const own = part.kind === "execute" ? part.command : undefined;
        const { result } = part;
        if (!result) continue;
        if (own !== undefined && mayPrintSecret(own)) {
          yield { command: own, texts: textsOf(result) };
          for (const name of namesOf(part, result)) running.set(name, own);
        } else if (running.size > 0) {
          const command = wordsOf(part)
            .map((word) => running.get(word))
            .find(Boolean);
          if (command !== undefined) yield { command, texts: textsOf(result) };
        }
      } else if (part.type === "text") {
        if ((part.synthetic ?? synthetic) !== "output") typed = part.text;
        else if (typed?.startsWith("!") && mayPrintSecret(typed))
          yield { command: typed.slice(1), texts: [part.text] };
      }
}

/** The texts that a command printed; one that failed printed no secret. */
function textsOf({ content, output, isError, exitCode = 0 }: ToolResult): string[] {
  if (isError || exitCode !== 0) return [];
  const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return [...texts, ...printedIn(output)];
}

/** The texts that a command printed, where tools keep them apart from what the model saw. */
function printedIn(output: Json | undefined): string[] {
  if (typeof output === "string") return [output];
  const { stdout, output: printed } = objectOf(output) ?? {};
  return [stdout, printed].filter((text) => typeof text === "string");
}

/** The names that a call in the background gives its shell and the file of its output. */
function namesOf({ input }: ToolCall, result: ToolResult): string[] {
  const told = textsOf(result).flatMap((text) => [...text.slice(0, 2000).matchAll(name)]);
  const names = told.flatMap(({ 0: path, groups }) => groups?.id ?? path);
  return [...names, ...idsIn(input), ...idsIn(result.output), result.fullOutputPath ?? ""].filter(
    Boolean,
  );
}

const name =
  /(?:\bID|[a-z]Id):? (?<id>[\w-]{1,40})|(?<=[\s"])(?:\/|[A-Z]:\\)[^\s"<>]{4,400}\.(?:output|log|txt)/g;

function idsIn(value: Json | undefined): string[] {
  return Object.entries(objectOf(value) ?? {}).flatMap(([key, id]) =>
    /id$/i.test(key) ? wordsIn(id) : [],
  );
}

function wordsIn(value: Json | undefined): string[] {
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}

/** The arguments of a call that are one word, and the words of its command. */
function wordsOf({ input, ...call }: ToolCall): string[] {
  const command = "command" in call ? call.command : undefined;
  return [
    ...Object.values(objectOf(input) ?? {}).flatMap(wordsIn),
    ...(command?.split(/[\s"']+/) ?? []),
  ];
}
