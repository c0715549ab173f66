import { createHash } from "node:crypto";
import {
  contextFor,
  type Diagnostic,
  type Session,
  type Sink,
  sessions,
  withSubagents,
} from "@chatexport/core";
import jsonl from "@chatexport/sink-jsonl";
import markdown from "@chatexport/sink-markdown";
import claude from "@chatexport/source-claude";

/** A session with everything that came out of it. */
export interface ExportedSession {
  session: Session;
  /** The transcripts that it was made from. */
  files: string[];
  jsonl: string;
  markdown: string;
  /** Of both documents. */
  digest: string;
}

/** What an export of a folder yields. */
export interface ExportedFolder {
  sessions: ExportedSession[];
  diagnostics: Diagnostic[];
}

/** Exports all sessions below a folder with both sinks, as whole as they can be. */
export async function exportFolder(folder: string): Promise<ExportedFolder> {
  const result: ExportedFolder = { sessions: [], diagnostics: [] };
  const report = (diagnostic: Diagnostic): void => void result.diagnostics.push(diagnostic);
  const sinks = { jsonl: jsonl(), markdown: markdown({ detail: "full", branches: "all" }) };

  for await (const { session } of sessions([claude({ roots: [folder] })], { report })) {
    const documents = {
      jsonl: await rendered(sinks.jsonl, session, report),
      markdown: await rendered(sinks.markdown, session, report),
    };
    result.sessions.push({
      session,
      files: [...withSubagents(session)].map(({ origin }) => origin.path ?? ""),
      ...documents,
      digest: createHash("sha256").update(documents.jsonl).update(documents.markdown).digest("hex"),
    });
  }
  return result;
}

async function rendered(
  sink: Sink,
  session: Session,
  report: (diagnostic: Diagnostic) => void,
): Promise<string> {
  const context = contextFor({ report }, { session: session.id });
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of sink.render(session, { ...context, asset: async () => undefined }))
    text += typeof piece === "string" ? piece : decoder.decode(piece, { stream: true });
  return text + decoder.decode();
}
