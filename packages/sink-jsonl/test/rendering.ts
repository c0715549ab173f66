import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  contextFor,
  type Diagnostic,
  type JsonObject,
  type Session,
  type SinkContext,
} from "@chatexport/core";
import jsonl, { type DialectName } from "../src/index.js";

/** The place of the fixtures: a folder for each with a session and what becomes of it. */
export const fixtures = join(import.meta.dirname, "../fixtures");

/** The dialects that are shapes of other programs. */
export const foreignDialects = [
  "openai",
  "ai-sdk",
  "atif",
  "session-trace",
  "otlp",
] as const satisfies DialectName[];

/** The folders of the fixtures. */
export const fixtureNames: string[] = readdirSync(fixtures);

/** The output and the reports of a sink. */
export interface Rendering {
  pieces: string[];
  lines: JsonObject[];
  reported: Diagnostic[];
}

/** Writes a session in a dialect and parses the lines; throws where one is not JSON. */
export async function rendering(
  session: Session,
  dialect: DialectName,
  asset: SinkContext["asset"] = async () => undefined,
): Promise<Rendering> {
  const reported: Diagnostic[] = [];
  const context = contextFor({ report: (diagnostic) => reported.push(diagnostic) }, {});
  const pieces: string[] = [];
  for await (const piece of jsonl({ dialect }).render(session, { ...context, asset }))
    pieces.push(String(piece));
  const text = pieces.join("");
  if (text !== "" && !text.endsWith("\n")) throw new Error("the last line has no end");
  const lines = text.split("\n").slice(0, -1);
  return { pieces, lines: lines.map((line): JsonObject => JSON.parse(line)), reported };
}
