import type { Message, Part, Synthetic, TextPart, UnknownPart } from "@chatexport/core";
import { groupBy, plural } from "@chatexport/core/read";
import { code, fold, inlineCode, label, lineOf, remark, text } from "./builders.js";
import { cutCode } from "./cut.js";
import type { Content } from "./nodes.js";
import { runsBy } from "./runs.js";
import type { Scope } from "./scope.js";
import { firstLine, isShort, oneLine } from "./text.js";

/** A part that is in a message but not in the conversation: neither a person nor the model wrote it. */
export type Aside = (TextPart & { synthetic: Synthetic }) | UnknownPart;

/** The kinds that are counted by another word than their own. */
const nouns: Partial<Record<Synthetic, string>> = {
  context: "context text",
  instructions: "instruction text",
};

/** The part as an aside, when neither a person nor the model wrote it. */
export function asideOf(part: Part, message?: Message): Aside | undefined {
  if (part.type === "unknown") return part;
  const synthetic = part.type === "text" ? (part.synthetic ?? syntheticOf(message)) : undefined;
  return part.type === "text" && synthetic ? { ...part, synthetic } : undefined;
}

// The tool wrote a system message, whether or not the source knows why.
function syntheticOf(message: Message | undefined): Synthetic | undefined {
  return message?.synthetic ?? (message?.role === "system" ? "context" : undefined);
}

/**
 * Neighbouring asides: commands that were typed in the tool, and what they printed, are told; all
 * others share a fold in full detail.
 */
export function* asides(all: readonly Aside[], scope: Scope): Generator<Content> {
  for (const { key, items } of runsBy(all, isOfCommand)) {
    if (key) {
      for (const { run, times } of eachCommand(items))
        if (scope.detail === "full" || !isFarewell(run)) yield command(run, times, scope);
    } else if (scope.detail === "full") yield additions(items);
  }
}

/**
 * "3 reminders, 1 hook, 1 unknown record (status)": the types of unknown records follow in brackets.
 */
export function countsOf(added: readonly Aside[]): string {
  const isUnknown = (aside: Aside) => aside.type === "unknown";
  const names = [...added.filter((aside) => !isUnknown(aside)), ...added.filter(isUnknown)];
  const types = new Set(added.flatMap((each) => (each.type === "unknown" ? each.recordType : [])));
  const ofTypes = types.size > 0 ? ` (${[...types].sort().join(", ")})` : "";
  return tally(names) + ofTypes;
}

/** True when an aside is a command that was typed in the tool, or what it printed. */
export function isOfCommand(aside: Aside): boolean {
  return isCommand(aside) || (aside.type === "text" && aside.synthetic === "output");
}

function isCommand(aside: Aside): boolean {
  return aside.type === "text" && aside.synthetic === "command";
}

/** Commands that end a conversation, in which nothing is said. */
const farewell = /^\/(?:clear|exit|quit)\b/;

function isFarewell([first]: readonly Aside[]): boolean {
  return first?.type === "text" && isCommand(first) && farewell.test(first.text.trim());
}

/**
 * Each command with what was printed after it, and how often it follows itself; what was printed first
 * is to a prompt above.
 */
function eachCommand(all: readonly Aside[]): { run: Aside[]; times: number }[] {
  const groups: Aside[][] = [];
  for (const aside of all) {
    const last = isCommand(aside) ? undefined : groups.at(-1);
    if (last) last.push(aside);
    else groups.push([aside]);
  }
  return runsBy(groups, (group) => textsOf(group).join("\n")).flatMap(({ items }) => {
    const [run] = items;
    return run ? [{ run, times: items.length }] : [];
  });
}

function command(run: readonly Aside[], times: number, scope: Scope): Content {
  const texts = textsOf(run);
  const lead = nameOf(run.some(isCommand) ? "command" : "output");
  const [said = "", ...others] = texts;
  const again = times > 1 ? `× ${times}` : undefined;
  const line = [
    text(`${lead}: `),
    inlineCode(firstLine(said)),
    ...(again ? [text(` ${again}`)] : []),
  ];
  if (scope.detail === "conversation") return remark(...line);
  const printed = others.join("\n");
  if (isShort(said) && isShort(printed))
    return remark(...line, ...(printed === "" ? [] : [text(` — ${printed}`)]));
  const shown = isShort(said) ? printed : texts.join("\n");
  const head = lineOf(lead, { code: firstLine(said), outcome: again });
  return fold("command", head, cutCode(shown, scope, "output"));
}

function textsOf(run: readonly Aside[]): string[] {
  return run.flatMap((aside) => (aside.type === "text" ? [aside.text.trim()] : []));
}

function additions(run: readonly Aside[]): Content {
  const [first] = run;
  if (run.length === 1 && first?.type === "text") {
    const line = lineOf(nameOf(first.synthetic), { outcome: excerpt(first.text) });
    return fold("addition", line, [code(first.text)]);
  }
  const line = lineOf("Added by the tool", { outcome: tally(run) });
  return fold("addition", line, additionNodes(run));
}

function* additionNodes(run: readonly Aside[]): Generator<Content> {
  for (const aside of run) {
    if (aside.type === "unknown") {
      yield label("Unknown record", aside.recordType);
      yield code(JSON.stringify(aside.native, null, 2), "json");
    } else {
      yield label(nameOf(aside.synthetic));
      yield code(aside.text);
    }
  }
}

/** The beginning of a text, in which marks of the tool would only be in the way. */
function excerpt(text: string): string {
  return oneLine(text.slice(0, 500).replace(/<\/?[\w-]+>/g, " "), 100);
}

/** "3 reminders, 1 hook" */
function tally(run: readonly Aside[]): string {
  return [...groupBy(run, nounOf)].map(([noun, { length }]) => plural(length, noun)).join(", ");
}

function nounOf(aside: Aside): string {
  if (aside.type === "unknown") return "unknown record";
  return nouns[aside.synthetic] ?? aside.synthetic;
}

/** The kind at the beginning of a line: "Reminder". */
function nameOf(kind: Synthetic): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}
