import type { Context, JsonObject, Session, Usage } from "@chatexport/core";
import {
  type DamagedText,
  type JsonLine,
  objectOf,
  objectsOf,
  stringOf,
  textOf,
  utcTime,
} from "@chatexport/core/read";
import {
  type Fate,
  keepRest,
  readRecords,
  recordBeside,
  type StoredRecord,
} from "@chatexport/core/source";
import { fieldsOf } from "./fields.js";
import { messageRecord } from "./messages.js";
import { readMessage } from "./read-message.js";
import { Reading } from "./reading.js";
import { readShown, shownRecord } from "./shown-messages.js";
import { isHistoryItem, itemsIn, type TaskFiles, taskFiles } from "./task-files.js";
import { taskHead } from "./task-heads.js";
import { spellings } from "./typed-text.js";
import { requestUsage } from "./usage.js";
import { partsInText } from "./written-calls.js";

/** Loads a task of an extension: Cline before 4, Roo Code, Kilo Code before 7. Throws when its files cannot be read. */
export async function loadTask(path: string, id: string, context: Context): Promise<Session> {
  const files = taskFiles(path);
  const reading = new Reading();
  const api = files.api === undefined ? [] : itemsIn(files.api);
  const shown = files.shown === undefined ? [] : itemsIn(files.shown);
  reading.hasMessages = api.length > 0;
  reading.writesCalls = !api.some((line) => "record" in line && hasCalls(line.record));
  for (const line of api)
    if ("record" in line)
      for (const text of textsIn(line.record, reading.writesCalls)) reading.addSaid(text);
  for (const line of shown) if ("record" in line) noteTime(line.record, reading);
  const records = [inOrder(api, shown)];
  const readOne = (record: StoredRecord): Fate =>
    String(record.at).startsWith("ui/") ? readShown(record, reading) : readMessage(record, reading);
  await readRecords({ path, records, draftOf: () => reading.draft }, readOne, context);
  const usage = readFacts(files, reading, context) ?? reading.usage;
  const { draft, native } = reading;
  const { title, ...head } = taskHead(path);
  return draft.session({
    source: "cline",
    format: "cline/task",
    ...head,
    id,
    title,
    titleFrom: title === undefined ? undefined : "first-message",
    usage,
    origin: { path },
    native,
  });
}

function noteTime({ ts, text }: JsonObject, { seen }: Reading): void {
  const [time, said] = [utcTime(ts), textOf(text)?.trim()];
  if (time !== undefined && said !== undefined && !seen.has(said)) seen.set(said, time);
}

function hasCalls({ content }: JsonObject): boolean {
  return objectsOf(content).some(({ type }) => type === "tool_use");
}

type Stored = StoredRecord | DamagedText;

/** A text that a person saw follows the answer to the request that it came with. */
function inOrder(api: readonly JsonLine[], shown: readonly JsonLine[]): Stored[] {
  const rounds: Stored[][] = [[]];
  for (const line of shown) {
    const record = "record" in line ? shownRecord(line.record, line.line) : line;
    if (isOf(record, "say/api_req_started")) rounds.push([]);
    rounds.at(-1)?.push(record);
  }
  let round = 0;
  const ordered = api.flatMap((line, index): Stored[] => {
    const record = "record" in line ? messageRecord(line.record, line.line) : line;
    // The first round is what was asked.
    const isEnd = index === 0 || isOf(record, "assistant");
    return [record, ...(isEnd ? (rounds[round++] ?? []) : [])];
  });
  return [...ordered, ...rounds.slice(round).flat()];
}

function isOf(record: Stored, type: string): boolean {
  return "type" in record && record.type === type;
}

/** The texts of a message, as a person saw them, and the arguments of its calls. */
function textsIn({ role, content }: JsonObject, writesCalls: boolean): string[] {
  const texts = [stringOf(content), ...objectsOf(content).flatMap(textsOfBlock)];
  const isAnswer = role === "assistant" && writesCalls;
  return texts.flatMap((text) =>
    text === undefined ? [] : isAnswer ? textsOfAnswer(text) : spellings(text),
  );
}

/** The texts in an answer that thinks and calls tools in elements. A person saw a thought and the words behind it as one. */
function textsOfAnswer(text: string): string[] {
  const parts = partsInText({ type: "text", text }, "");
  const texts = parts.flatMap((part) => {
    if (part.type === "tool-call") return Object.values(objectOf(part.input) ?? {}).map(stringOf);
    return part.type === "text" || part.type === "reasoning" ? [part.text] : [];
  });
  const words = parts.filter(({ type }) => type === "reasoning" || type === "text");
  const shown = words.map((part) => ("text" in part ? part.text : "")).join("\n");
  return [text, shown, ...texts.filter((each) => each !== undefined)];
}

function textsOfBlock({ text, thinking, input, content }: JsonObject): (string | undefined)[] {
  const args = Object.values(objectOf(input) ?? {}).map(stringOf);
  const results = objectsOf(content).map((block) => stringOf(block.text));
  return [stringOf(text), stringOf(thinking), stringOf(content), ...args, ...results];
}

/**
 * Reads the tool's notes beside a task: records, too. Returns the tokens of the task, where it says
 * them.
 */
function readFacts(
  { id, about }: TaskFiles,
  reading: Reading,
  context: Context,
): Usage | undefined {
  let usage: Usage | undefined;
  for (const file of about) {
    const stored = recordBeside(file, reading.draft, context);
    if (!stored) continue;
    const fields = fieldsOf(stored);
    fields.fitting("id", (value) => value === id);
    // The head of the session has these.
    for (const name of ["task", "workspace", "cwdOnTaskInitialization", "parentTaskId"])
      fields.text(name);
    if (isHistoryItem(file)) usage = requestUsage(fields);
    keepRest(reading, fields, "task", reading.draft.tally);
  }
  return usage;
}
