import { readdirSync } from "node:fs";
import { join } from "node:path";
import { attempt, type System } from "@chatexport/core/read";
import { contentElsewhere } from "@chatexport/relocate/records";
import claude from "@chatexport/source-claude";
import {
  packed,
  packedFolders,
  packedName,
  packedPlace,
  sessionFiles,
} from "@chatexport/source-claude/paths";
import { ownTranscriptIds, sessionIn } from "../../records/find-transcript.js";
import type { PackedTool, StoredSession } from "../packed-tool.js";

/** Sessions of Claude Code. */
export const claudeTool: PackedTool = {
  ...{ title: "Claude Code", packed, placeFor: packedPlace },
  sessions: (system, folder) =>
    new Map(
      transcripts(system, folder).map(([id, path]) => [id, transcriptSession(path)] as const),
    ),
  source: (roots) => claude({ roots: [...roots] }),
};

function transcripts(system: System, folder?: string): [string, string][] {
  if (folder === undefined) return [...ownTranscriptIds(system)];
  return (packed.placesIn?.(folder) ?? []).flatMap((project) =>
    (attempt(() => readdirSync(project)) ?? [])
      .filter((name) => name.endsWith(".jsonl"))
      .map((name): [string, string] => [sessionIn(name), join(project, name)]),
  );
}

/** The session in a transcript. */
export function transcriptSession(path: string): StoredSession {
  return {
    ...{ id: sessionIn(path), roots: [path], ownFolders: packedFolders(path) },
    files(pairs) {
      const { own, elsewhere } = sessionFiles(path);
      return new Map(
        [path, ...own, ...elsewhere].map((file) => [
          packedName(file, path),
          contentElsewhere(file, pairs),
        ]),
      );
    },
  };
}
