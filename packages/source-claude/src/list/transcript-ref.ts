import { nonEmpty, present, type SessionRef } from "@chatexport/core";
import { withoutLinesEnding } from "@chatexport/core/read";
import { type Hints, withHints } from "../head/head.js";
import {
  type AgentLocator,
  bytesOf,
  revisionOf,
  type SideFiles,
  type TranscriptLocator,
} from "../head/locator.js";
import type { HeadScan } from "../head/scan-head.js";
import type { AgentFile, TranscriptFile } from "../locate/contents.js";
import type { StoreFile } from "../locate/disk.js";
import { transcriptId } from "../locate/file-kinds.js";
import { purposeOf } from "../records/purposes.js";
import type { FoundSideFiles } from "../side-files/find-side-files.js";
import type { Lineage } from "./lineage.js";

/** The ref of a session that has a transcript, from everything that belongs to it. */
export function transcriptRef(
  file: TranscriptFile,
  scan: HeadScan,
  { copies, originals, parent }: Lineage,
  side: FoundSideFiles | undefined,
  hints: Hints,
): SessionRef<TranscriptLocator> {
  const agents = [...file.agents, ...copies.flatMap((copy) => copy.agents)];
  const companions = [...file.companions, ...copies.flatMap((copy) => copy.companions)];
  const { outputs = [] } = file;
  const companionPaths = new Set([...companions, ...outputs].map(({ path }) => path));
  const sideFiles = side ? Object.values(side).flat() : [];
  const files = [file, ...agents, ...companions, ...copies, ...sideFiles];
  const working = agents.filter(({ path, task }) => !purposeOf(transcriptId(path), task));
  const head = withHints(scan.head, hints);
  const { titleFrom: _, ...listed } = head;
  const isEmpty = scan.kind === "no-conversation";
  // Notes may have no time; that of the file orders lists and is not in the session.
  const notedAt = isEmpty ? new Date(file.modified).toISOString() : undefined;
  return present({
    id: file.id,
    source: "claude",
    ...listed,
    folders: scan.folders,
    updatedAt: head.updatedAt ?? notedAt,
    listedBy: isEmpty ? "empty" : undefined,
    archived: hints.archived,
    bytes: bytesOf(files),
    parent,
    subagentCount: working.length || undefined,
    revision: revisionOf([...files, ...outputs], { hints, originals, parent }),
    locator: present({
      format: "claude/jsonl",
      path: file.path,
      folder: file.folder,
      agents: agents.map((agent) => agentLocator(agent, companionPaths)),
      companions: nonEmpty([...companionPaths]),
      copies: nonEmpty(copies.map(({ path }) => path)),
      originals: nonEmpty(originals),
      sideFiles: side && sidePaths(side),
      head,
      hints,
    }),
  });
}

function sidePaths(side: FoundSideFiles): SideFiles | undefined {
  const found = Object.entries(side).filter(([, files]) => files.length > 0);
  const paths = found.map(([kind, files]: [string, StoreFile[]]) => [
    kind,
    files.map(({ path }) => path),
  ]);
  return paths.length > 0 ? Object.fromEntries(paths) : undefined;
}

/** A sub-agent's transcript with the sidecar beside it, if that is among the files. */
export function agentLocator({ path }: AgentFile, files: ReadonlySet<string>): AgentLocator {
  const sidecar = `${withoutLinesEnding(path)}.meta.json`;
  return present({ path, sidecar: files.has(sidecar) ? sidecar : undefined });
}
