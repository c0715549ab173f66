import { setImmediate } from "node:timers/promises";
import {
  contextFor,
  type Diagnostic,
  listSessions,
  loadSessions,
  type Session,
  type SessionRef,
  type Sink,
  type Source,
  type Store,
} from "@chatexport/core";
import jsonlSink from "@chatexport/sink-jsonl";

/** The sessions that a source gives of a store. */
export interface Reading {
  /** By source and id. */
  sessions: Map<string, ReadSession>;
  /** The keys of what was listed. */
  listed: Set<string>;
  diagnostics: Diagnostic[];
  stores: Store[];
  /** Errors that no host should ever meet. */
  crashes: string[];
}

/** A session that was read. */
interface ReadSession {
  ref: SessionRef;
  session: Session;
  /** As the JSONL sink writes it; absent when it cannot. */
  jsonl?: string;
}

/** The change of the store meanwhile. */
export interface Meanwhile {
  whileReading?: (() => () => void) | undefined;
  afterListing?: (() => void) | undefined;
  whileLoading?: (() => void) | undefined;
  /** Deep values may be more than a sink can write, which is said. */
  isDeep?: boolean | undefined;
}

/** Lists, loads and counts everything of a source as a host does, and closes it. */
export async function readEverything(source: Source, meanwhile: Meanwhile = {}): Promise<Reading> {
  const end = meanwhile.whileReading?.();
  try {
    return await readAll(source, meanwhile);
  } finally {
    end?.();
  }
}

async function readAll(source: Source, meanwhile: Meanwhile): Promise<Reading> {
  const reading: Reading = {
    sessions: new Map(),
    listed: new Set(),
    diagnostics: [],
    stores: [],
    crashes: [],
  };
  // What is asked first must not hide anything from what comes after it.
  const first = async () => source.stores(contextFor({}, {}), { count: true });
  await first().catch((error) => reading.crashes.push(crash("stores", error)));
  const report = (diagnostic: Diagnostic) => void reading.diagnostics.push(diagnostic);
  const listed = await listSessions([source], { report });
  meanwhile.afterListing?.();
  let waits = 3;
  const change = async () => {
    while (waits-- > 0) await setImmediate();
    meanwhile.whileLoading?.();
  };
  const changed = change();
  for (const { ref } of listed) reading.listed.add(keyOf(ref));
  for await (const { ref, session } of loadSessions(listed, { report })) {
    const jsonl = await rendered(jsonlSink(), session).catch((error) => {
      if (!(meanwhile.isDeep && isTooDeep(error))) reading.crashes.push(crash("sink-jsonl", error));
    });
    reading.sessions.set(keyOf(ref), { ref, session, ...(jsonl !== undefined && { jsonl }) });
  }
  await changed;
  try {
    // What listing reports was reported already.
    reading.stores = await source.stores(contextFor({}, {}), { count: true });
    await source.close?.();
  } catch (error) {
    reading.crashes.push(crash("stores or close", error));
  }
  return reading;
}

/** A session by the name of its source and its id. */
function keyOf({ source, id }: Pick<SessionRef, "source" | "id">): string {
  return `${source} ${id}`;
}

/** The document of a session by a sink, where nothing else can be written. */
export async function rendered(sink: Sink, session: Session): Promise<string> {
  const context = { ...contextFor({}, {}), asset: async () => undefined };
  const pieces: string[] = [];
  for await (const piece of sink.render(session, context)) pieces.push(String(piece));
  return pieces.join("");
}

/** True when something ran out of stack. */
export function isTooDeep(error: unknown): boolean {
  return error instanceof RangeError && /call stack/.test(error.message);
}

/** The error of a part of the program that should not have thrown it. */
export function crash(where: string, error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `${where} threw: ${stack.split("\n").slice(0, 6).join("\n    ")}`;
}
