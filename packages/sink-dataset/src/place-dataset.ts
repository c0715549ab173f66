import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  type DatasetContext,
  present,
  type SessionRef,
  type Sink,
  type WrittenDataset,
} from "@chatexport/core";
import { cardOf } from "./card.js";
import type { Conversation } from "./conversation.js";
import { cardEdited, splitWithoutSessions } from "./diagnostics.js";
import { basisOf, type FileEntry, type Manifest, manifestName, manifestText } from "./manifest.js";
import type { Settings } from "./options.js";
import { digest, placing, textEntry, textFile } from "./place-files.js";
import { type SplitName, splitNames, testsAmong } from "./splits.js";
import type { Range, StagedLines } from "./staged-lines.js";

/** What a data set is written with. */
export interface Writing {
  context: DatasetContext;
  settings: Settings;
  rows: Sink;
  /** What the folder held before. */
  earlier: Manifest | undefined;
}

/** A session that was read: its lines are staged, or there is a reason to leave it out. */
export interface Taken {
  ref: SessionRef;
  leftOut?: string;
  staged?: StagedConversation;
}

interface StagedConversation extends Conversation {
  ref: SessionRef;
  range: Range;
}

/** Writes the files of a data set, the manifest last. */
export function placeDataset(
  taken: readonly Taken[],
  staged: StagedLines,
  staging: string,
  { context, settings, earlier }: Writing,
): WrittenDataset {
  const { folder, report, privacy, revisionOf } = context;
  const conversations = taken.flatMap((each) => each.staged ?? []);
  const tests = testsAmong(conversations, settings);
  const splitOf = (one: StagedConversation): SplitName => (tests.has(one) ? "test" : "train");
  const splits = splitNames.map((name) => {
    const own = conversations.filter((one) => splitOf(one) === name);
    return { name, file: `data/${name}.jsonl`, conversations: own };
  });
  for (const { name, conversations } of splits) {
    const isWanted = name === "train" || settings.testShare > 0;
    if (conversations.length === 0 && isWanted) report(splitWithoutSessions(name));
  }
  const filled = splits.filter((split) => split.conversations.length > 0);

  const leftOut = taken.flatMap(({ ref, leftOut }) => (leftOut ? { ref, reason: leftOut } : []));
  const counts: Record<string, number> = {};
  for (const { reason } of leftOut) counts[reason] = (counts[reason] ?? 0) + 1;
  const text = cardOf(present({ settings, splits: filled, leftOut: counts, privacy }));
  const earlierFiles = earlier?.files ?? [];
  const isOwn = !isEdited(folder, earlierFiles);
  if (!isOwn) report(cardEdited(join(folder, cardName)));

  const { files, put } = placing(folder, staging);
  const putManifest = (manifest: Manifest) => put(manifestName, textFile(manifestText(manifest)));
  // From here on, an interrupted run leaves what is seen to be no whole, and whose card is known as written.
  putManifest({
    basis: {},
    files: [...earlierFiles, ...(isOwn ? [textEntry(cardName, text)] : [])],
    sessions: earlier?.sessions ?? [],
  });
  const entries = filled.map(({ file, conversations }) => {
    const ranges = conversations.map(({ range }) => range);
    return put(file, (path) => staged.copy(ranges, path));
  });
  for (const { file } of splits.filter((split) => !filled.includes(split)))
    rmSync(join(folder, file), { force: true });
  putManifest({
    basis: basisOf(settings, privacy),
    files: [...entries, ...(isOwn ? [put(cardName, textFile(text))] : earlierFiles.filter(isCard))],
    sessions: taken.map(({ ref, leftOut, staged }) =>
      present({
        ...{ source: ref.source, id: ref.id, revision: revisionOf(ref), leftOut },
        split: staged && splitOf(staged),
      }),
    ),
  });
  return { files, leftOut };
}

const cardName = "README.md";

function isCard({ name }: FileEntry): boolean {
  return name === cardName;
}

/** An interrupted run knows two cards: the one before, and the one that it would have written. */
function isEdited(folder: string, files: readonly FileEntry[]): boolean {
  const path = join(folder, cardName);
  const known = files.filter(isCard).map(({ sha256 }) => sha256);
  return known.length > 0 && existsSync(path) && !known.includes(digest(path));
}
