import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic, ListedSession, Session, Sink, Source } from "@chatexport/core";
import {
  type ArchiveOptions,
  type DocumentResult,
  openArchive,
  placeRendered,
  renderJob,
  type Vanished,
} from "../src/index.js";
import { sinkOf } from "./stub-archive.js";

/** The result of a run. */
export interface DemoRun {
  documents: DocumentResult[];
  /** The reasons why documents were outdated. */
  reasons: string[];
  indexes: DocumentResult[];
  vanished: Vanished;
  diagnostics: Diagnostic[];
  isFull: boolean;
}

/** The options of a run, besides those that an archive takes. */
export interface DemoOptions extends Partial<ArchiveOptions> {
  /** The option without which the sessions are not listed. */
  listedBy?: string;
  /** The source that reads them, when it is not the tool's own. */
  readBy?: string;
}

/** A sink whose document is the title and the texts of a session, and which lists all in an index. */
export const titles: Sink = {
  ...sinkOf("one", async function* ({ title = "", messages }) {
    const texts = messages.flatMap(({ parts }) =>
      parts.map((part) => (part.type === "text" ? part.text : part.type)),
    );
    yield [title, ...texts].join("\n");
  }),
  async *index(entries) {
    yield JSON.stringify(entries);
  },
};

/** Exports sessions into an archive as the program does: planned, rendered as jobs, placed. */
export async function run(
  out: string,
  sessions: readonly Session[],
  { listedBy, readBy, ...options }: DemoOptions = {},
): Promise<DemoRun> {
  const source: Source = {
    name: readBy ?? sessions[0]?.source ?? "demo",
    apiVersion: 1,
    stores: async () => [],
    async *list() {},
    load: async ({ locator }) => sessions[Number(locator)] as Session,
  };
  const listed = sessions.map((session, locator): ListedSession => {
    const revision = createHash("sha256").update(JSON.stringify(session)).digest("hex");
    const facts = listedBy === undefined ? {} : { listedBy };
    return { ref: { id: session.id, source: session.source, revision, locator, ...facts }, source };
  });
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  const { signal = new AbortController().signal, sinks = [titles] } = options;
  const archive = await openArchive(out, { listed, sinks, report, ...options });
  const run = { documents: [] as DocumentResult[], reasons: [] as string[], isFull: false };
  try {
    for (const one of listed) {
      const task = await archive.plan(one);
      run.reasons.push(...task.outdated.values());
      if (task.outdated.size === 0) {
        run.documents.push(...task.current);
        continue;
      }
      const rendering = { sources: [source], sinks, transforms: [], open: archive.render, signal };
      const rendered = await renderJob(archive.jobFor(task), rendering);
      diagnostics.push(...rendered.diagnostics);
      if (!rendered.session) continue;
      const placed = await placeRendered(rendered.session, task, archive, { report, signal });
      run.documents.push(...placed.documents);
      run.isFull ||= placed.isFull;
    }
  } finally {
    const closed = await archive.close();
    Object.assign(run, closed);
  }
  return { ...run, diagnostics } as DemoRun;
}

/** The lines of a file that the archive keeps for itself. */
export function ownRecords(out: string, name: "manifest" | "indexes"): Record<string, unknown>[] {
  const lines = readFileSync(join(out, `.chatexport/${name}.jsonl`), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** The codes of what was reported. */
export function codesOf({ diagnostics }: Pick<DemoRun, "diagnostics">): string[] {
  return diagnostics.map(({ code }) => code);
}
