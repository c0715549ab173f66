import { createHash } from "node:crypto";
import {
  contextFor,
  type Diagnostic,
  type Session,
  type Sink,
  type Source,
  sessions,
} from "@chatexport/core";
import html from "@chatexport/sink-html";
import jsonl from "@chatexport/sink-jsonl";
import markdown from "@chatexport/sink-markdown";
import { filesOf } from "./loaded.js";

/** A session with everything that came out of it. */
export interface ExportedSession {
  session: Session;
  /** The files of which its records are: transcripts, copies of them, journals. */
  files: string[];
  jsonl: string;
  markdown: string;
  html: string;
  /** Of all documents. */
  digest: string;
}

/** The result of an export. */
export interface ExportedFolder {
  sessions: ExportedSession[];
  diagnostics: Diagnostic[];
}

/** Exports all sessions of a source with all sinks, as whole as they can be at a level of detail. */
export async function exportAll(
  source: Source,
  detail: "full" | "conversation" = "full",
): Promise<ExportedFolder> {
  const result: ExportedFolder = { sessions: [], diagnostics: [] };
  const report = (diagnostic: Diagnostic): void => void result.diagnostics.push(diagnostic);
  const whole = { detail, branches: "all" } as const;
  const sinks = { jsonl: jsonl(), markdown: markdown(whole), html: html(whole) };

  for await (const { ref, session } of sessions([source], { report })) {
    const documents = {
      jsonl: await rendered(sinks.jsonl, session, report),
      markdown: await rendered(sinks.markdown, session, report),
      html: await rendered(sinks.html, session, report),
    };
    const digest = createHash("sha256");
    for (const document of Object.values(documents)) digest.update(document);
    result.sessions.push({
      session,
      files: filesOf({ ref, session }),
      ...documents,
      digest: digest.digest("hex"),
    });
  }
  await source.close?.();
  return result;
}

/** The document of a session. */
export async function rendered(
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
