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
export async function placeDataset(
  taken: readonly Taken[],
  staged: StagedLines,
  staging: string,
  { context, settings, earlier }: Writing,
): Promise<WrittenDataset> {
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
  const text = cardOf(present({ settings, splits: filled, leftOut, privacy }));
  const earlierFiles = earlier?.files ?? [];
  const isOwn = !(await isEdited(folder, earlierFiles));
  if (!isOwn) report(cardEdited(join(folder, cardName)));

  const files: DatasetFile[] = [];
  const put = async <Facts>(name: string, write: (path: string) => Facts): Promise<Facts> => {
    const path = join(staging, "file.tmp");
    const facts = write(path);
    files.push(await placeFile(path, join(folder, name)));
    return facts;
  };
  const putText = (name: string, text: string) =>
    put(name, (path) => writeFileSync(path, text, { mode: 0o600 }));
  const putManifest = (manifest: Manifest) => putText(manifestName, manifestText(manifest));
  // From here on, an interrupted run leaves what is seen to be no whole, and whose card is known as written.
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
  await putManifest({
    basis: basisOf(settings, privacy),
    files: [...entries, ...(isOwn ? card : earlierFiles.filter(isCard))],
    sessions: taken.map(({ ref, leftOut, staged }) =>
      present({
        ...{ source: ref.source, id: ref.id, revision: revisionOf(ref), leftOut },
        split: staged && splitOf(staged),
      }),
    ),
  });
  return { files, leftOut };
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
