import { type Message, type Part, present, type Synthetic } from "@chatexport/core";
import { objectOf, splitElements, syntheticOf } from "@chatexport/core/read";
import type { Fate, Fields } from "@chatexport/core/source";
import { contentIn } from "./content.js";
import { type Conversation, keyOf, type Readers } from "./conversation.js";
import type { KimiRecord } from "./record.js";

/** The writers of a message in the user's stead, by the kind of its origin. */
const writers: Readonly<Record<string, Synthetic | undefined>> = {
  user: undefined,
  skill_activation: "skill",
  plugin_command: "command",
  injection: "reminder",
  shell_command: "command",
  system_trigger: "reminder",
  task: "notification",
  cron_job: "command",
  cron_missed: "notification",
  hook_result: "hook",
  retry: "reminder",
};

/** A prompt, by a person or in their stead. Its copy in the model's context comes later, or has just come. */
function readPrompt(record: KimiRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const name = fields.names.includes("input") ? "input" : "user_input";
  const parts = partsIn(record, name, conversation);
  if (!parts) return "unknown";
  const key = keyOf({ role: "user", parts });
  const { copy } = conversation;
  if (copy?.key === key && copy.message === conversation.draft.messages.at(-1)) {
    repeats(copy.message, parts, record);
    return { kept: copy.message };
  }
  const message = addUser(record, parts, conversation);
  conversation.prompts.push({ key, message });
  return { kept: message };
}

/** A message of the user in the model's context: mostly the copy of a prompt, or a text of the tool. */
function readUser(record: KimiRecord, conversation: Conversation): Fate {
  const parts = partsIn(record, "content", conversation);
  if (!parts) return "unknown";
  if (isCheckpoint(parts)) return { skipped: "bookkeeping" };
  const known = conversation.find({ role: "user", parts });
  if (known) {
    repeats(known, parts, record);
    return { kept: known };
  }
  const key = keyOf({ role: "user", parts });
  const message = addUser(record, parts, conversation);
  conversation.copy = { key, message };
  return { kept: message };
}

/** Takes what a record repeats of its message. */
function repeats(message: Message, parts: readonly Part[], record: KimiRecord): void {
  originOf(record.fields);
  for (const name of ["id", "messageId", "promptId"])
    record.fields.fitting(name, (id) => id === message.id);
  keepOther(message, parts, record);
}

/** Keeps the content of a record beside that of its message, when it says something else. */
export function keepOther(message: Message, parts: readonly Part[], { raw }: KimiRecord): void {
  const saidIn = (list: readonly Part[]) =>
    list.map((part) => ("text" in part ? part.text : "")).join("");
  // Before the text of a command stands the command as it was typed.
  const [said, repeated] = [saidIn(message.parts), saidIn(parts)];
  const natives = message.parts.map(({ native }) => JSON.stringify(native));
  const isKnown = parts.every(({ native }) => !native || natives.includes(JSON.stringify(native)));
  if (isKnown && (said.endsWith(repeated) || said.startsWith(repeated))) return;
  message.native = { ...message.native, context: raw };
}

function addUser(record: KimiRecord, parts: Part[], conversation: Conversation): Message {
  const { isByTool, synthetic, typed } = originOf(record.fields);
  if (isByTool && synthetic)
    for (const part of parts) if (part.type === "text") part.synthetic ??= synthetic;
  if (typed !== undefined) parts.unshift({ type: "text", text: typed });
  const whole = syntheticOf(parts);
  const id = record.fields.text("promptId", "messageId", "id");
  return conversation.begin(present({ ...record, id }), "user", parts, { synthetic: whole });
}

/** The writer of a message, and the command that a person typed to have the tool write it. */
function originOf(fields: Fields): { isByTool: boolean; synthetic?: Synthetic; typed?: string } {
  const origin = fields.object("origin");
  const kind = origin?.word(Object.keys(writers), "kind");
  // The first prompt of a sub-agent is by the model that started it.
  const isTask = origin?.word(["subagent"], "name") !== undefined;
  const isCommand = origin?.word(["user-slash"], "trigger") !== undefined;
  const name = isCommand ? origin?.text("skillName", "commandName") : undefined;
  const told = isCommand ? origin?.text("skillArgs", "commandArgs") : undefined;
  const typed = [name === undefined ? undefined : `/${name}`, told].filter(Boolean).join(" ");
  return present({
    isByTool: kind !== "user" && !isTask,
    synthetic: kind === undefined ? undefined : writers[kind],
    typed: typed || undefined,
  });
}

/** Elements that the tool puts around the words of a person, or in a message of its own. */
const elements: Readonly<Record<string, Synthetic>> = {
  "bash-input": "command",
  "bash-stderr": "output",
  "bash-stdout": "output",
  "git-context": "context",
  notification: "notification",
  system: "reminder",
  "system-reminder": "reminder",
};

/** The parts of a message of the user, with such elements apart, unless all of it was typed. */
function partsIn(
  { fields, raw }: KimiRecord,
  name: string,
  { folder }: Conversation,
): Part[] | undefined {
  const { origin } = objectOf(raw.message) ?? raw;
  const isTyped = objectOf(origin)?.kind === "user";
  return contentIn(fields, name, folder)?.flatMap((part): Part[] => {
    if (part.type !== "text" || isTyped) return [part];
    // A reminder is a text of its own; of one that was cut, the end is missing.
    if (/^\s{0,9}<system-reminder>(?![\s\S]*<\/system-reminder>)/.test(part.text))
      return [
        { ...part, text: part.text.replace("<system-reminder>", "").trim(), synthetic: "reminder" },
      ];
    const pieces = splitElements(part.text, elements, (tag, content) =>
      tag === "bash-input" ? `! ${content.trim()}` : content,
    );
    if (!pieces.some(({ synthetic }) => synthetic)) return [part];
    return pieces.map((piece) => ({ ...part, ...piece, text: piece.text.trim() }));
  });
}

function isCheckpoint([part, ...others]: readonly Part[]): boolean {
  const isByTool = part?.type === "text" && part.synthetic !== undefined && others.length === 0;
  return isByTool && /^CHECKPOINT \d{1,9}$/.test(part.text);
}

/** Readers of records with words of the user. */
export const prompts = {
  "TurnBegin SteerInput turn.prompt turn.steer": readPrompt,
  "message/user": readUser,
} satisfies Readers;
