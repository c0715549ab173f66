import { createHash } from "node:crypto";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type DatasetContext,
  type DatasetFile,
  present,
  type SessionRef,
  type Sink,
  type WrittenDataset,
} from "@chatexport/core";
import { fileDigest, manifestName, placeFile } from "@chatexport/core/host";
import { cardOf } from "./card.js";
import type { Conversation } from "./conversation.js";
import { cardEdited, splitWithoutSessions } from "./diagnostics.js";
import { basisOf, cardName, type FileEntry, type Manifest, manifestText } from "./manifest.js";
import type { Settings } from "./options.js";
import { splitNames, testsAmong } from "./splits.js";
import type { Range, StagedLines } from "./staged-lines.js";

/** The means to write a data set. */
export interface Writing {
  context: DatasetContext;
  settings: Settings;
  rows: Sink;
  /** The manifest that the folder held before. */
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
export async function placeDataset(
  taken: readonly Taken[],
  staged: StagedLines,
  staging: string,
  writing: Writing,
): Promise<WrittenDataset> {
  const { context, settings, earlier } = writing;
  const { folder, report, privacy, revisionOf } = context;
  const splits = splitsOf(taken, writing);
  const filled = splits.filter(({ conversations }) => conversations.length > 0);
  const leftOut = taken.flatMap(({ ref, leftOut }) => (leftOut ? { ref, reason: leftOut } : []));
  const text = cardOf(present({ settings, splits: filled, leftOut, privacy }));
  const earlierFiles = earlier?.files ?? [];
  const isOwn = !(await isEdited(folder, earlierFiles));
  if (!isOwn) report(cardEdited(join(folder, cardName)));

  const { files, put, putText } = placerIn(folder, staging);
  const putManifest = (manifest: Manifest) => putText(manifestName, manifestText(manifest));
  // From here on, an interrupted run leaves a data set that is seen to be incomplete, with a card that is known.
  const card = isOwn ? [cardEntry(text)] : [];
  await putManifest({
    basis: {},
    files: [...earlierFiles, ...card],
    sessions: earlier?.sessions ?? [],
  });
  const entries: FileEntry[] = [];
  for (const { file, conversations } of filled) {
    const ranges = conversations.map(({ range }) => range);
    entries.push({ name: file, ...(await put(file, (path) => staged.copy(ranges, path))) });
  }
  for (const { file } of splits.filter((split) => !filled.includes(split)))
    rmSync(join(folder, file), { force: true });
  if (isOwn) await putText(cardName, text);
  const splitOf = new Map(
    splits.flatMap(({ name, conversations }) => conversations.map((one) => [one.ref, name])),
  );
  await putManifest({
    basis: basisOf(settings, privacy),
    files: [...entries, ...(isOwn ? card : earlierFiles.filter(isCard))],
    sessions: taken.map(({ ref, leftOut }) =>
      present({
        ...{ source: ref.source, id: ref.id, revision: revisionOf(ref), leftOut },
        split: splitOf.get(ref),
      }),
    ),
  });
  return { files, leftOut };
}

/** The splits with what goes into them. Reports one that should have sessions and has none. */
function splitsOf(taken: readonly Taken[], { context: { report }, settings }: Writing) {
  const all = taken.flatMap((each) => each.staged ?? []);
  const tests = testsAmong(all, settings);
  return splitNames.map((name) => {
    const conversations = all.filter((one) => tests.has(one) === (name === "test"));
    const isWanted = name === "train" || settings.testShare > 0;
    if (conversations.length === 0 && isWanted) report(splitWithoutSessions(name));
    return { name, file: `data/${name}.jsonl`, conversations };
  });
}

/** Gives files of a folder their names when they are whole. */
function placerIn(folder: string, staging: string) {
  const files: DatasetFile[] = [];
  const put = async <Facts>(name: string, write: (path: string) => Facts): Promise<Facts> => {
    const path = join(staging, "file.tmp");
    const facts = write(path);
    files.push(await placeFile(path, join(folder, name)));
    return facts;
  };
  const putText = (name: string, text: string) =>
    put(name, (path) => writeFileSync(path, text, { mode: 0o600 }));
  return { files, put, putText };
}

function cardEntry(text: string): FileEntry {
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { name: cardName, bytes: Buffer.byteLength(text), sha256 };
}

function isCard({ name }: FileEntry): boolean {
  return name === cardName;
}

/** An interrupted run knows two cards: the one before, and the one that it would have written. */
async function isEdited(folder: string, files: readonly FileEntry[]): Promise<boolean> {
  const path = join(folder, cardName);
  const known = files.filter(isCard).map(({ sha256 }) => sha256);
  return known.length > 0 && existsSync(path) && !known.includes(await fileDigest(path));
}
