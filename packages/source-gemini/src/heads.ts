import { basename } from "node:path";
import { type JsonObject, present } from "@chatexport/core";
import {
  attempt,
  objectOf,
  objectsOf,
  parseLine,
  promptTitle,
  readBytes,
  sizeOf,
  textOf,
  utcTime,
  withoutByteOrderMark,
  withoutLinesEnding,
} from "@chatexport/core/read";
import { bothEnds } from "@chatexport/core/source";
import { saidIn } from "./content.js";
import { askedIn, promptParts } from "./prompt.js";
import { recordOf } from "./record.js";

/** What the ends of a file of a session tell. */
export interface Head {
  id: string;
  isAgent?: boolean;
  startedAt?: string;
  updatedAt?: string;
  /** What the tool called the session. */
  summary?: string;
  /** What was asked first, in one line. */
  asked?: string;
  /** The folders of a sub-agent. */
  folders?: string[];
}

/** Whether a file is a document, as the tool wrote them until 0.38, and no log. */
export function isDocument(path: string): boolean {
  return path.endsWith(".json");
}

/** What both ends of a file tell; undefined for one that is no session. Throws when it cannot be read. */
export function headOf(path: string): Head | undefined {
  const { facts, told } = isDocument(path) ? documentEnds(path) : logEnds(path);
  const messages = facts.flatMap((fact) =>
    typeof fact.id === "string" ? [fact] : objectsOf(fact.messages),
  );
  const all = [...facts, ...told];
  const id = all.map(({ sessionId }) => textOf(sessionId)).find(Boolean);
  const times = all.flatMap(({ timestamp, lastUpdated, startTime }) =>
    [timestamp, lastUpdated, startTime].flatMap((time) => utcTime(time) ?? []),
  );
  // A damaged beginning does not cost the session.
  if (
    !all.some(({ startTime, projectHash }) => startTime ?? projectHash) &&
    !messages.some(isMessage)
  )
    return undefined;
  const starts = facts.flatMap(({ startTime, timestamp }) => utcTime(startTime ?? timestamp) ?? []);
  return present<Head>({
    id: id ?? withoutLinesEnding(basename(path, ".json")),
    isAgent: all.some(({ kind }) => kind === "subagent") || undefined,
    startedAt: starts.sort()[0],
    updatedAt: times.sort().at(-1),
    summary: all.map(({ summary }) => textOf(summary)).findLast(Boolean),
    asked: messages.map(askedBy).find(Boolean),
    folders: all.map(({ directories }) => directories).find(Array.isArray),
  });
}

function isMessage({ type, content }: JsonObject): boolean {
  return /^(?:user|gemini)$/.test(textOf(type) ?? "") && content !== undefined;
}

interface FileEnds {
  facts: JsonObject[];
  told: JsonObject[];
}

/** The records at both ends of a log; of a change what it says. */
function logEnds(path: string): FileEnds {
  const { head, tail } = bothEnds(path);
  const [facts, told] = [head, tail].map((records) =>
    records.map((record) => objectOf(record.$set) ?? record),
  );
  return { facts: facts ?? [], told: told ?? [] };
}

/** Up to this size, a document is read whole. Before and behind the messages of a longer one stands what it is. */
const wholeLength = 256 * 1024;

function documentEnds(path: string): FileEnds {
  const start = withoutByteOrderMark(readBytes(path, 0, wholeLength).toString());
  const size = sizeOf(path);
  const whole = size <= wholeLength ? parseLine(start) : undefined;
  if (typeof whole === "object") return { facts: [whole], told: [] };
  const end = readBytes(path, Math.max(0, size - 16 * 1024)).toString();
  const header = parseLine(`${start.slice(0, start.search(/,\s{0,20}"messages"\s?:/))}}`);
  const messages = [...start.matchAll(firstPrompts)].flatMap(([, text = ""]) => {
    const content = attempt((): string => JSON.parse(text));
    return content === undefined ? [] : [{ type: "user", content }];
  });
  const summary = attempt(() => JSON.parse(lastSummary.exec(end)?.[1] ?? "null"));
  return {
    facts: [{ ...(typeof header === "object" ? header : {}), messages }],
    told: typeof summary === "string" ? [{ summary }] : [],
  };
}

const firstPrompts =
  /"type":\s?"user",\s{0,20}"content":\s?(?:\[\s{0,20}\{\s{0,20}"text":\s?)?("(?:[^"\\]|\\.){0,4000}")/g;
const lastSummary = /\]\s{0,20},\s{0,20}"summary":\s?("(?:[^"\\]|\\.){0,1000}")/;

function askedBy(message: JsonObject): string | undefined {
  if (message.type !== "user") return undefined;
  const { fields } = recordOf(message, 0);
  const [said, shown] = ["content", "displayContent"].map(
    (name) => saidIn(fields.objects(name), "upload").parts,
  );
  return promptTitle(askedIn(promptParts(said ?? [], shown ?? [])) ?? "");
}
