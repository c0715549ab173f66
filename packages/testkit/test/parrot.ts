import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  apiVersion,
  type Context,
  defined,
  type JsonObject,
  type Message,
  type Part,
  present,
  type Session,
  type SessionRef,
  type Source,
  type SourceOptions,
  type Store,
  schemaVersion,
  type Tally,
} from "@chatexport/core";
import {
  fieldsWhere,
  jsonLines,
  nameSet,
  objectOf,
  parseLine,
  readJsonLines,
  reportLine,
  stringOf,
  TallyCounter,
  textOf,
  thisSystem,
  unreadableFile,
  WordSearch,
} from "@chatexport/core/read";

/*
 * A small source that does everything right, of a tool that does not exist: a folder of JSONL files,
 * each with a header, prompts and answers, and drafts beside them that belong to no conversation.
 */

/** The source of the tool "parrot". */
export function parrot(options: SourceOptions = {}): Source {
  const folders = placesOf(options);
  return {
    name: "parrot",
    apiVersion,
    stores: async (_context, { count = false } = {}) => folders.map((path) => storeAt(path, count)),
    async *list(context) {
      for (const folder of folders)
        for (const path of chatsIn(folder)) {
          context.signal.throwIfAborted();
          const ref = refOf(path, context);
          if (ref) yield ref;
        }
    },
    load: (ref, context) => loadChat(ref, String(ref.locator), context),
    async mayContain(ref, words, context) {
      const search = new WordSearch(words);
      await search.lookInFile(String(ref.locator), context);
      return search.isOver;
    },
  };
}

/** The folders to look at. */
export function placesOf({ home, roots }: SourceOptions): readonly string[] {
  return roots ?? [join(home ?? thisSystem().home, ".parrot")];
}

/** The conversations in a folder. */
export function chatsIn(folder: string): string[] {
  try {
    return readdirSync(join(folder, "chats"), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => join(folder, "chats", name))
      .sort();
  } catch {
    return [];
  }
}

function storeAt(path: string, count: boolean): Store {
  const found = statSync(path, { throwIfNoEntry: false }) !== undefined;
  const unowned = count ? draftsIn(path) : undefined;
  return { path, format: "parrot", found, readable: found, ...defined({ unowned }) };
}

function draftsIn(folder: string): Record<string, Tally> | undefined {
  const tally = new TallyCounter();
  try {
    for (const batch of jsonLines(join(folder, "drafts.jsonl")))
      for (const line of batch) {
        tally.read();
        if ("record" in line) tally.skip("draft");
        else tally.malformed();
      }
  } catch {
    return undefined;
  }
  return { drafts: tally.result() };
}

function refOf(path: string, context: Context): SessionRef | undefined {
  try {
    const { size, mtimeMs } = statSync(path);
    const header = headerOf(path);
    const id = textOf(header?.id);
    if (!header || id === undefined) {
      context.report({
        severity: "error",
        code: "malformed-header",
        message: "The first line of the file is no header, so the conversation was left out.",
        origin: { path, at: 1 },
      });
      return undefined;
    }
    return {
      id,
      source: "parrot",
      ...factsOf(header),
      revision: `${size}-${mtimeMs}`,
      locator: path,
    };
  } catch (cause) {
    context.report(unreadableFile(path, cause));
    return undefined;
  }
}

function headerOf(path: string): JsonObject | undefined {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(4096);
    const text = bytes.toString("utf8", 0, readSync(file, bytes));
    return objectOf(parseLine(text.split("\n")[0] ?? ""));
  } finally {
    closeSync(file);
  }
}

function factsOf(header: JsonObject) {
  return present({
    title: textOf(header.title),
    cwd: textOf(header.cwd),
    startedAt: textOf(header.at),
  });
}

async function loadChat({ id }: SessionRef, path: string, context: Context): Promise<Session> {
  const tally = new TallyCounter();
  const messages: Message[] = [];
  let facts: ReturnType<typeof factsOf> = {};
  for await (const batch of readJsonLines(path, context))
    for (const line of batch) {
      tally.read();
      if (!("record" in line)) {
        tally.malformed();
        reportLine(line, path, context);
      } else if (line.line === 1) {
        tally.keep();
        facts = factsOf(line.record);
      } else {
        if (isKnown(line.record)) tally.keep();
        else tally.unknown(recordTypeOf(line.record));
        messages.push(messageOf(line.record, line.line, messages.at(-1)));
      }
    }
  return {
    schemaVersion,
    id,
    source: "parrot",
    format: "parrot/jsonl",
    ...facts,
    ...defined({ updatedAt: messages.at(-1)?.createdAt }),
    messages,
    records: tally.result(),
    origin: { path },
  };
}

function messageOf(record: JsonObject, line: number, before: Message | undefined): Message {
  return present({
    id: `line-${line}`,
    parentId: before?.id,
    role: record.kind === "prompt" ? ("user" as const) : ("assistant" as const),
    createdAt: textOf(record.at),
    parts: [partOf(record)],
    origin: { at: line },
    native: isKnown(record) ? restOf(record) : undefined,
  });
}

/** What the model has no field for. */
function restOf(record: JsonObject): JsonObject | undefined {
  return fieldsWhere(record, (_, name) => !read.has(name));
}

const read = nameSet("kind at id tool command text checksum");

function isKnown({ kind }: JsonObject): boolean {
  return ["prompt", "call", "answer"].includes(String(kind));
}

function recordTypeOf({ kind }: JsonObject): string {
  return stringOf(kind) ?? "none";
}

function partOf(record: JsonObject): Part {
  if (!isKnown(record))
    return { type: "unknown", recordType: recordTypeOf(record), native: record };
  const command = stringOf(record.command);
  if (command === undefined) return { type: "text", text: stringOf(record.text) ?? "" };
  return {
    type: "tool-call",
    id: String(record.id),
    kind: "execute",
    name: String(record.tool),
    command,
    status: "completed",
    result: { content: [{ type: "text", text: String(record.text) }], isError: false },
  };
}
