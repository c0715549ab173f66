/*
 * Which words were said in which session: files beside the page, each loaded when a word that it
 * has is asked for. A page from the disk may load scripts and nothing else, so they are scripts.
 */

const { words: wordsFolder, shards: shardCount } =
  document.querySelector<HTMLElement>("#sessions")?.dataset ?? {};

/** The lines of a file, `word 3,1a,2`: the numbers of sessions, in base 36, as steps from one to the next. */
const loadedShards = new Map<number, readonly string[]>();
const wantedShards = new Set<number>();

/** Takes the words of a shard: each of its files calls this. */
function takeWords(shard: number, text: string): void {
  loadedShards.set(shard, text.split(";"));
  applyFilter();
}

/**
 * The numbers of the sessions in which all words of a text were said, or words that begin with them; none
 * while their files are loaded: the filter is applied when they are.
 */
function sessionsThatSay(text: string): ReadonlySet<string> {
  const sets = searchWords(text).map(sessionsOfWord);
  const [first = new Set<string>(), ...others] = sets;
  return new Set([...first].filter((number) => others.every((set) => set.has(number))));
}

function sessionsOfWord(word: string): ReadonlySet<string> {
  const numbers = new Set<string>();
  if (wordsFolder === undefined) return numbers;
  const shard = shardOf(word, Number(shardCount));
  loadShard(shard);
  for (const line of loadedShards.get(shard) ?? []) {
    if (!line.startsWith(word)) continue;
    let number = 0;
    for (const step of line.slice(line.indexOf(" ") + 1).split(",")) {
      number += Number.parseInt(step, 36);
      numbers.add(String(number));
    }
  }
  return numbers;
}

function loadShard(shard: number): void {
  if (wantedShards.has(shard)) return;
  wantedShards.add(shard);
  // The page may have been moved without its files, or they are damaged: titles are found nevertheless.
  loadBeside(`words-${shard}.js`, () => {
    if (!loadedShards.has(shard)) takeWords(shard, "");
  });
}

/** Loads a script beside the page; `done` is called when it has run, and when it cannot. */
function loadBeside(name: string, done: () => void): void {
  const script = document.createElement("script");
  script.src = `${wordsFolder}/${name}`;
  for (const ending of ["load", "error"]) script.addEventListener(ending, done);
  document.head.append(script);
}

/** True when files of words are still to come: what they say would change at once what is shown now. */
function areWordsLoading(): boolean {
  return loadedShards.size < wantedShards.size;
}
