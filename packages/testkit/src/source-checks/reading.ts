import assert from "node:assert";
import {
  allMessages,
  allParts,
  type Context,
  type Diagnostic,
  messageOf,
  type Part,
  type Session,
  type SessionRef,
  type Source,
  type Store,
} from "@chatexport/core";
import { CheckFailed } from "../shared/check.js";
import type { Trial } from "./trial.js";

/** The sessions and stores that a source gives. */
export interface Reading {
  refs: SessionRef[];
  /** Those that could be loaded, in the order of the refs. */
  sessions: Session[];
  /** The reports of `list`. */
  listing: Diagnostic[];
  /** The reports of loading, by the id of the session. */
  loading: Map<string, Diagnostic[]>;
  /** By the id of the session what `load` threw instead. */
  failures: Map<string, unknown>;
}

/** Lists and loads everything, and closes the source. Throws what `list` throws. */
export async function readAll(source: Source): Promise<Reading> {
  const reading: Reading = {
    refs: [],
    sessions: [],
    listing: [],
    loading: new Map(),
    failures: new Map(),
  };
  try {
    reading.refs = await listAll(source, reading.listing);
    for (const ref of reading.refs) {
      const reported: Diagnostic[] = [];
      reading.loading.set(ref.id, reported);
      try {
        reading.sessions.push(await source.load(ref, contextWith(reported)));
      } catch (error) {
        reading.failures.set(ref.id, error);
      }
    }
  } finally {
    await source.close?.();
  }
  return reading;
}

/** The refs of a source, which stays open. */
export async function listAll(source: Source, reported: Diagnostic[] = []): Promise<SessionRef[]> {
  const refs: SessionRef[] = [];
  for await (const ref of source.list(contextWith(reported))) refs.push(ref);
  return refs;
}

/** The stores as a source describes them, with what is counted there; closes it. */
export async function storesOf(source: Source, reported?: Diagnostic[]): Promise<Store[]> {
  const stores = await source.stores(contextWith(reported), { count: true });
  await source.close?.();
  return stores;
}

/** All parts of a session, of every line; those of its sub-agents are not among them. */
export function partsOf(session: Session): Part[] {
  return [...allMessages(session)].flatMap((message) => [...allParts(message)]);
}

/** The store of a trial as it was made: at least two sessions, all of which load. */
export async function readStore(trial: Trial): Promise<Reading> {
  const reading = await readAll(trial.open());
  assert.ok(
    reading.refs.length >= 2,
    `The store at ${trial.store} has ${reading.refs.length} sessions. makeHome must write at least two, and resolve to a path that the source reads as a root.`,
  );
  for (const [id, error] of reading.failures)
    throw failureFrom(error, `${id}: load rejects for a session that is whole`);
  return reading;
}

/** A context that collects what is reported, as it is. */
export function contextWith(
  reported: Diagnostic[] = [],
  signal: AbortSignal = new AbortController().signal,
): Context {
  return {
    report: (diagnostic) => {
      reported.push(diagnostic);
    },
    signal,
  };
}

/** A diagnostic for the message of a check: its code and place. */
export function shown({ severity, code, origin, message }: Diagnostic): string {
  const at = origin?.at === undefined ? "" : `:${origin.at}`;
  return `${severity} ${code} at ${origin?.path ?? "no place"}${at} ("${message}")`;
}

/** Calls everything that a source can do, and closes it. */
export async function useAllOf(source: Source): Promise<void> {
  const context = contextWith();
  await source.stores(context, { count: true });
  for (const ref of await listAll(source)) {
    await source.load(ref, context);
    await source.mayContain?.(ref, ["word"], context);
    await source.sizeOf?.(ref, context);
  }
  await source.unknownNames?.(context);
  await source.dailyCounts?.(context);
  await source.close?.();
}

/**
 * The error of a plugin as the failure of a check. Its message says where that was, for not every
 * runner shows the cause.
 */
export function failureFrom(cause: unknown, what: string, advice = ""): CheckFailed {
  const place = cause instanceof Error ? placeOf(cause) : undefined;
  const thrown = place === undefined ? messageOf(cause) : `${messageOf(cause)} (at ${place})`;
  return new CheckFailed(`${what}: ${thrown}${advice && `. ${advice}`}`, { cause });
}

/** The file, line and column in the plugin from which it came, or in what the plugin has called. */
function placeOf({ stack = "" }: Error): string | undefined {
  const places = stack
    .split("\n")
    .flatMap((line) => /^ +at (?:.*\(|async )?(.+:\d+:\d+)\)?$/.exec(line)?.[1] ?? [])
    .filter((place) => !place.startsWith("node:"));
  return places.find((place) => !/[\\/]node_modules[\\/]/.test(place)) ?? places[0];
}
