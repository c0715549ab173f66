import type { Part, Synthetic, TextPart, UnknownPart } from "@chatexport/core";
import { code, fold, inlineCode, label, lineOf, remark, text } from "./builders.js";
import { cut, outputLimit } from "./cut.js";
import type { Content } from "./nodes.js";
import { runsBy } from "./runs.js";
import type { Scope } from "./scope.js";
import { count, firstLine, isShort, oneLine } from "./text.js";

/** A part that is in a message but not in the conversation: neither a person nor the model wrote it. */
export type Aside = (TextPart & { synthetic: Synthetic }) | UnknownPart;

const names: Readonly<Record<Synthetic, string>> = {
  context: "Context",
  instructions: "Instructions",
  command: "Command",
  reminder: "Reminder",
  hook: "Hook",
  notification: "Notification",
  skill: "Skill",
};

/** The part as an aside, when neither a person nor the model wrote it. */
export function asideOf(part: Part, ofMessage?: Synthetic): Aside | undefined {
  if (part.type === "unknown") return part;
  const synthetic = part.type === "text" ? (part.synthetic ?? ofMessage) : undefined;
  return part.type === "text" && synthetic ? { ...part, synthetic } : undefined;
}

/** Neighbouring asides: commands that were typed in the tool are told, all others share a fold. */
export function* asides(all: readonly Aside[], scope: Scope): Generator<Content> {
  for (const { key, items } of runsBy(all, (aside) => nameOf(aside) === names.command)) {
    if (key) yield* commands(items, scope);
    else if (scope.detail !== "conversation") yield* additions(items, scope);
  }
}

function* commands(run: readonly Aside[], scope: Scope): Generator<Content> {
  const texts = run.flatMap((aside) => (aside.type === "text" ? [aside.text.trim()] : []));
  const typed = texts.find((line) => /^[/!]/.test(line)) ?? texts[0] ?? "";
  const isTold = scope.detail === "conversation" || (texts.length === 1 && isShort(typed));
  if (isTold) yield remark(text("Command: "), inlineCode(firstLine(typed)));
  else
    yield fold("command", lineOf("Command", { code: firstLine(typed) }), [
      code(cut(texts.join("\n"), scope.detail, outputLimit)),
    ]);
}

function* additions(run: readonly Aside[], scope: Scope): Generator<Content> {
  const [first] = run;
  if (run.length === 1 && first?.type === "text") {
    const line = lineOf(names[first.synthetic], { outcome: excerpt(first.text) });
    yield fold("addition", line, [textBlock(first, scope)]);
  } else if (scope.detail !== "full" && run.every((aside) => aside.type === "unknown")) {
    yield* unknown(run, scope);
  } else {
    const line = lineOf("Added by the tool", { outcome: tally(run) });
    yield fold("addition", line, additionBlocks(run, scope));
  }
}

function* additionBlocks(run: readonly Aside[], scope: Scope): Generator<Content> {
  for (const aside of run) {
    if (aside.type === "unknown") continue;
    yield label(names[aside.synthetic]);
    yield textBlock(aside, scope);
  }
  yield* unknown(run, scope);
}

function* unknown(run: readonly Aside[], scope: Scope): Generator<Content> {
  const records = run.filter((aside) => aside.type === "unknown");
  if (scope.detail === "full") {
    for (const { recordType, native } of records) {
      yield label("Unknown record", recordType);
      yield code(JSON.stringify(native, null, 2), "json");
    }
  } else if (records.length > 0) {
    const types = new Set(records.map(({ recordType }) => recordType));
    const number = count(records.length, "record");
    yield remark(
      text(`${number} of unknown type (${[...types].join(", ")}) not shown, `),
      inlineCode("--detail full"),
      text(" shows all"),
    );
  }
}

function textBlock({ text }: TextPart, { detail }: Scope): Content {
  return code(cut(text, detail, outputLimit));
}

/** The beginning of a text, in which marks of the tool would only be in the way. */
function excerpt(text: string): string {
  return oneLine(text.slice(0, 500).replace(/<\/?[\w-]+>/g, " "), 100);
}

/** How many of each: "reminder × 3, hook". */
export function tally(run: readonly Aside[]): string {
  const counts = new Map<string, number>();
  for (const aside of run) {
    const name = nameOf(aside).toLowerCase();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, number]) => (number > 1 ? `${name} × ${number}` : name))
    .join(", ");
}

function nameOf(aside: Aside): string {
  return aside.type === "unknown" ? "Unknown record" : names[aside.synthetic];
}
