import {
  type EditPart,
  type JsonObject,
  type Message,
  type Part,
  present,
  type TextPart,
} from "@chatexport/core";
import { Draft, type Fate, recordReaders, type StoredRecord } from "@chatexport/core/source";
import { answerIn, partsIn } from "./answers.js";
import { markIn } from "./blocks.js";
import { asking, isCommand } from "./commands.js";
import { factsIn } from "./printed.js";

/** A block of a history while it is read. */
export interface HistoryRecord extends StoredRecord {
  text: string;
}

/** A session while its blocks are read. */
export class Conversation {
  readonly draft = new Draft();
  toolVersion: string | undefined;
  native?: JsonObject;
  /** The models that were last announced: the one that answers, and the one that edits what it planned. */
  model: string | undefined;
  editorModel: string | undefined;
  /** An editor was handed the last answer. */
  isEditing = false;
  /** Texts that Aider may hand on as a prompt: the last answer, and the question of the last command. */
  plan: string | undefined;
  question: string | undefined;
  /** The last answer, as long as its tokens are not known. */
  uncounted: Message | undefined;
  /**
   * The reason why Aider prints: because of a command, or as it starts; undefined in the midst of the
   * conversation.
   */
  printing: "notification" | "output" | undefined = "notification";
  /** Edits that were not applied yet. */
  proposed: EditPart[] = [];
}

/** Adds what a block says to its session. */
export const readBlock = recordReaders<HistoryRecord, [Conversation]>({
  start: ({ text }, conversation) => {
    // As the machine's clock showed it, in a zone that nobody wrote down.
    conversation.native = present({ startedAt: markIn(text)?.time });
    return { kept: conversation };
  },
  prompt: readPrompt,
  printed: readPrinted,
  answer: readAnswer,
});

function readPrompt(record: HistoryRecord, conversation: Conversation): Fate {
  const { text } = record;
  // The answer for all files of a group; the person chose it at the first one.
  if (asksForAll.test(text)) return readPrinted(record, conversation);
  const { plan, question } = conversation;
  const words = wordsIn(text);
  const isHelp = words.startsWith(`# Question: ${question} # Relevant docs: `);
  conversation.isEditing = words === plan;
  conversation.plan = undefined;
  conversation.question = asking.test(text) ? wordsIn(text.replace(asking, "")) : undefined;
  if (words === plan || words === question) return { skipped: "repeated" };
  conversation.proposed = [];
  // For /help, Aider adds pages of its own documentation.
  const synthetic = isHelp ? "context" : isCommand(text) ? "command" : undefined;
  conversation.printing = synthetic === "command" ? "output" : undefined;
  const part = present<TextPart>({ type: "text", text, synthetic });
  return { kept: conversation.draft.write(record, "user", [part], { synthetic }) };
}

const asksForAll = /\(Y\)es\/\(N\)o.{0,60}: (?:all|skip)$/;

function wordsIn(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function readAnswer(record: HistoryRecord, conversation: Conversation): Fate {
  const { thought, said } = answerIn(record.text);
  const parts = partsIn(said);
  conversation.proposed.push(...parts.filter((part) => part.type === "edit"));
  conversation.question = undefined;
  // Not each session names its editor. Without one, a person may say the same, if it is short.
  const isPlan = conversation.editorModel !== undefined || said.length > 200;
  conversation.plan = isPlan ? wordsIn(said) : undefined;
  if (thought) parts.unshift({ type: "reasoning", text: thought });
  const { model: own, editorModel } = conversation;
  const model = conversation.isEditing ? editorModel : own;
  const message = conversation.draft.write(record, "assistant", parts, { model });
  conversation.uncounted = message;
  conversation.printing = undefined;
  return { kept: message };
}

/** Lines that Aider printed: what it is, did, counted and asked. Nothing tells how grave they are. */
function readPrinted(record: HistoryRecord, conversation: Conversation): Fate {
  const { text } = record;
  const { version, model, editorModel, usage, applied } = factsIn(text);
  conversation.toolVersion ??= version;
  conversation.model = model ?? conversation.model;
  // Each announcement names all models.
  conversation.editorModel = model ? editorModel : conversation.editorModel;
  const { draft } = conversation;
  const message = draft.write(record, "system", ...printedAs(text, conversation.printing));
  if (usage) (conversation.uncounted ?? message).usage = usage;
  if (usage) conversation.uncounted = undefined;
  for (const edit of conversation.proposed)
    if (edit.edits.some(({ path }) => applied.some((own) => isSameFile(own, path))))
      edit.status = "accepted";
  return { kept: message };
}

/** A line at a time; but what a command printed, or what is long, is one text. */
function printedAs(
  text: string,
  printing: Conversation["printing"],
): [Part[], Pick<Message, "synthetic">] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const synthetic = printing ?? (lines.length > mostNotices ? "output" : undefined);
  if (synthetic) return [[{ type: "text", text, synthetic }], { synthetic }];
  return [
    lines.map((line) =>
      isCounted.test(line)
        ? { type: "text", text: line, synthetic: "notification" }
        : { type: "notice", level: "info", text: line },
    ),
    {},
  ];
}

/** Lines that say what the usage of an answer and the status of an edit say, too. */
const isCounted = /^(?:Tokens: |Cost: \$|Applied edit to )/;

const mostNotices = 12;

/** A model may leave out the folder. */
function isSameFile(applied: string, named: string): boolean {
  return applied === named || applied.endsWith(`/${named}`);
}
