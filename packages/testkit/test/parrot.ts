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
  jsonLines,
  objectOf,
  parseLine,
  readJsonLines,
  reportLine,
  TallyCounter,
  textOf,
  thisSystem,
  unreadableFile,
  WordSearch,
} from "@chatexport/core/read";
import { droppedFields, Fields } from "@chatexport/core/source";

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
      ...factsOf(new Fields(header, named)),
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

function factsOf(header: Fields) {
  return present({
    title: header.text("title"),
    cwd: header.text("cwd"),
    startedAt: header.time("at"),
  });
}

async function loadChat({ id }: SessionRef, path: string, context: Context): Promise<Session> {
  const tally = new TallyCounter();
  const messages: Message[] = [];
  let facts: ReturnType<typeof factsOf> = {};
  let native: JsonObject | undefined;
  for await (const batch of readJsonLines(path, context))
    for (const line of batch) {
      tally.read();
      if (!("record" in line)) {
        tally.malformed();
        reportLine(line, path, context);
        continue;
      }
      const fields = new Fields(line.record, named);
      if (line.line === 1) {
        fields.text("kind");
        fields.text("id");
        facts = factsOf(fields);
        native = fields.rest();
        tally.keep();
      } else {
        const part = partOf(fields);
        if (part) tally.keep();
        else tally.unknown(textOf(line.record.kind) ?? "none");
        messages.push(messageOf(part ?? unknownPart(line.record), fields, line.line, messages));
      }
      for (const name of fields.unknown) tally.unknownField("record-key", name);
    }
  return {
    schemaVersion,
    id,
    source: "parrot",
    format: "parrot/jsonl",
    ...facts,
    ...defined({ updatedAt: messages.at(-1)?.createdAt, native }),
    messages,
    records: tally.result(),
    origin: { path },
  };
}

function messageOf(
  part: Part,
  fields: Fields,
  line: number,
  messages: readonly Message[],
): Message {
  const isUnknown = part.type === "unknown";
  return present({
    id: `line-${line}`,
    parentId: messages.at(-1)?.id,
    role: isUnknown || fields.word(["prompt"], "kind") ? ("user" as const) : ("assistant" as const),
    createdAt: fields.time("at"),
    parts: [part],
    origin: { at: line },
    native: isUnknown ? undefined : fields.rest(),
  });
}

function unknownPart(record: JsonObject): Part {
  return { type: "unknown", recordType: textOf(record.kind) ?? "none", native: record };
}

/** The part in a record; undefined for one of unknown kind or shape. */
function partOf(fields: Fields): Part | undefined {
  const kind = fields.word(["prompt", "call", "answer"], "kind");
  const text = fields.string("text");
  if (kind === undefined || text === undefined) return undefined;
  if (kind !== "call") return { type: "text", text };
  const [id, name] = [fields.text("id"), fields.text("tool")];
  if (id === undefined || name === undefined) return undefined;
  return present({
    type: "tool-call",
    id,
    kind: "execute",
    name,
    command: fields.string("command"),
    status: "completed",
    result: { content: [{ type: "text", text }], isError: false },
  });
}

const named = {
  dropped: droppedFields({ "says only whether the line is whole": { texts: "checksum" } }),
  kept: new Set(["weather"]),
};
