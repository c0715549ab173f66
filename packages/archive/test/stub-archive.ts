import { createHash } from "node:crypto";
import type { Diagnostic, Session, SessionRef, Sink, SinkContext, Source } from "@chatexport/core";
import { type DocumentResult, figuresOf, openArchive } from "../src/index.js";

const source: Source = {
  name: "stub",
  apiVersion: 1,
  stores: async () => [],
  async *list() {},
  load: async () => sessionOf({ title: "" }),
};

/** A sink that renders something by a function. */
export function sinkOf(
  name: string,
  render: (session: Session, context: SinkContext) => AsyncIterable<string>,
): Sink {
  const shape = { apiVersion: 1 as const, mediaType: "text/plain", keeps: new Set<never>() };
  return { ...shape, name, extension: name, render };
}

/** All there is of the session. */
export interface Content {
  title: string;
  /** In its native data. */
  text?: string;
}

/** The result of a run. */
export interface Run {
  results: DocumentResult[];
  diagnostics: Diagnostic[];
}

/** The options of a run. */
export interface RunOptions {
  force?: boolean;
  isDryRun?: boolean;
}

/** Writes the session through some sinks into an archive. */
export async function write(
  out: string,
  content: Content,
  sinks: readonly Sink[],
  { force = false, isDryRun = false }: RunOptions = {},
): Promise<Run> {
  const session = sessionOf(content);
  const revision = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  const ref: SessionRef = { id: "session1", source: "stub", revision, locator: null };
  const listed = { ref, source };
  const diagnostics: Diagnostic[] = [];
  const context = {
    report: (diagnostic: Diagnostic) => void diagnostics.push(diagnostic),
    signal: new AbortController().signal,
  };
  const archive = await openArchive(out, {
    ...context,
    isDryRun,
    listed: [listed],
    sinks,
    inputOf: ({ name }) => ({ name, version: "1", options: {} }),
    force,
  });
  try {
    const task = await archive.plan(listed);
    const written = await archive.write({ ref, session, noted: figuresOf(task)(session) }, task);
    return { results: [...task.current, ...written], diagnostics };
  } finally {
    await archive.close();
  }
}

function sessionOf({ title, text = "" }: Content): Session {
  const records = { read: 0, kept: 0 };
  const shape = { schemaVersion: 1 as const, format: "stub/memory", records, origin: {} };
  return { ...shape, id: "session1", source: "stub", title, messages: [], native: { text } };
}
