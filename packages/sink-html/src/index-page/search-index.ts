import { compareStrings, type IndexEntry, type IndexFolder } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import { searchWords, shardOf, textsInFile } from "./search-words.js";
import { spokenText } from "./spoken-text.js";

/** The files with which the page of an index searches what was said. */
export interface SearchIndex {
  /** Relative link to the folder with the files `words-0.js`, `texts-0.js` and so on. */
  link: string;
  /** The number of such files. */
  shards: number;
  /** The number of each session by the link to its page. */
  numbers: ReadonlyMap<string, number>;
}

/** Another one when words are found or kept in another way: then all pages are read again. */
const version = "2";

/** The file that says of which documents the words are: a line for each session, in the order of their numbers. */
const sessionsFile = "sessions.txt";

/** In characters: a search loads a file or two. */
const fullShard = 100_000;

/**
 * Keeps which words were said in which session, and the texts that have them, in files that the page
 * loads when they are asked for. The pages themselves are read, in which secrets are masked; those that
 * are as before are not read again.
 */
export async function writeSearchIndex(
  entries: readonly IndexEntry[],
  folder: IndexFolder,
): Promise<SearchIndex> {
  const sessions = entries
    .toSorted((a, b) => compareStrings(keyOf(a), keyOf(b)))
    .map((entry) => ({ entry, line: `${folder.revisionOf(entry) ?? ""} ${entry.href}` }));
  const numbers = new Map(sessions.map(({ entry }, number) => [entry.href, number]));
  const { words, numberOf } = await knownWords(
    sessions.map(({ line }) => line),
    folder,
  );
  const knownText = textReader(folder);
  for (let first = 0; first < sessions.length; first += textsInFile) {
    const texts: string[] = [];
    for (const { entry, line } of sessions.slice(first, first + textsInFile)) {
      const earlier = numberOf.get(line);
      const known = earlier === undefined ? undefined : await knownText(earlier);
      const text = known ?? (await spokenText(folder.textOf(entry)));
      if (earlier === undefined)
        for (const word of wordsOf(text)) add(words, word, first + texts.length);
      texts.push(text);
    }
    const file = first / textsInFile;
    await folder.put(`texts-${file}.js`, `takeTexts(${file},${JSON.stringify(texts)});\n`);
  }
  const lines = linesOf(words);
  const shards = shardsFor(lines);
  for (const [shard, text] of sharded(lines, shards).entries())
    await folder.put(`words-${shard}.js`, `takeWords(${shard},${JSON.stringify(text)});\n`);
  const head = `${version} ${shards}`;
  await folder.put(sessionsFile, `${[head, ...sessions.map(({ line }) => line)].join("\n")}\n`);
  return { link: folder.link, shards, numbers };
}

/** New sessions come last, so that the numbers of the others stay. */
function keyOf({ startedAt = "", href }: IndexEntry): string {
  return `${startedAt}\n${href}`;
}

/** The numbers of the sessions in which each word was said. */
type Words = Map<string, number[]>;

/**
 * The words that the run before has kept of sessions that are unchanged, under their numbers now, and
 * the numbers of then by the lines of all its sessions.
 */
async function knownWords(
  lines: readonly string[],
  folder: IndexFolder,
): Promise<{ words: Words; numberOf: ReadonlyMap<string, number> }> {
  const none = { words: new Map(), numberOf: new Map<string, number>() };
  const [head = "", ...earlier] = (await folder.earlier(sessionsFile))?.trimEnd().split("\n") ?? [];
  const [itsVersion, shards] = head.split(" ");
  if (itsVersion !== version) return none;
  const now = new Map(lines.map((line, number) => [line, number]));
  const numbers = earlier.map((line) => now.get(line));
  const words: Words = new Map();
  for (let shard = 0; shard < Number(shards); shard++) {
    const text = wordsIn((await folder.earlier(`words-${shard}.js`)) ?? "");
    if (text === undefined) return none;
    for (const line of text.split(";")) {
      const [word = "", steps = ""] = line.split(" ");
      let number = 0;
      for (const step of steps.split(",")) {
        number += Number.parseInt(step, 36);
        const renumbered = numbers[number];
        if (renumbered !== undefined) add(words, word, renumbered);
      }
    }
  }
  return { words, numberOf: new Map(earlier.map((line, number) => [line, number])) };
}

/** Reads the texts that the run before has kept, by the numbers of then, a file after the other. */
function textReader(folder: IndexFolder): (number: number) => Promise<string | undefined> {
  let open: { file: number; texts: readonly unknown[] } | undefined;
  return async (number) => {
    const file = Math.floor(number / textsInFile);
    if (open?.file !== file) {
      const [, json = "[]"] =
        /^takeTexts\([0-9]+,(\[.*\])\);\n$/.exec(
          (await folder.earlier(`texts-${file}.js`)) ?? "",
        ) ?? [];
      open = { file, texts: JSON.parse(json) as unknown[] };
    }
    return textOf(open.texts[number % textsInFile]);
  };
}

function wordsIn(file: string): string | undefined {
  const [, text] = /^takeWords\([0-9]+,(".*")\);\n$/.exec(file) ?? [];
  return text === undefined ? undefined : (JSON.parse(text) as string);
}

/** The words of a text, each once. Those of all paragraphs at once would take as much memory as a session. */
function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  for (const paragraph of text.split("\n"))
    for (const word of searchWords(paragraph)) words.add(word);
  return words;
}

function add(words: Words, word: string, number: number): void {
  const numbers = words.get(word);
  if (numbers) numbers.push(number);
  else words.set(word, [number]);
}

/** Each word with its sessions, as steps from one number to the next in base 36: "lantern 3,1a,2". */
function linesOf(words: Words): string[] {
  const lines: string[] = [];
  for (const [word, numbers] of words) {
    let last = 0;
    const steps = numbers
      .sort((a, b) => a - b)
      .map((number) => {
        const step = number - last;
        last = number;
        return step.toString(36);
      });
    lines.push(`${word} ${steps.join(",")}`);
  }
  return lines.sort(compareStrings);
}

/** 1, 16 or 256, so that one more session seldom changes which words lie where. */
function shardsFor(lines: readonly string[]): number {
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  return length <= fullShard ? 1 : length <= fullShard * 16 ? 16 : 256;
}

function sharded(lines: readonly string[], shards: number): string[] {
  const texts: string[][] = Array.from({ length: shards }, () => []);
  for (const line of lines) texts[shardOf(line, shards)]?.push(line);
  return texts.map((each) => each.join(";"));
}
