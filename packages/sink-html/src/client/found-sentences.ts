/*
 * The sentence in which a session says what is asked for, below its row: files beside the page with
 * the texts of some sessions each, loaded when such a row comes into view.
 */

const loadedTexts = new Map<number, readonly string[]>();
/** The rows that wait for the texts of a file, by its number. */
const waitingRows = new Map<number, Set<HTMLElement>>();

/** In characters, around what is found. */
const charactersBefore = 60;
const charactersAfter = 120;

/** Takes the texts of some sessions: each of their files calls this. */
function takeTexts(file: number, texts: readonly string[]): void {
  loadedTexts.set(file, texts);
  for (const row of waitingRows.get(file) ?? []) showSentence(row);
  waitingRows.delete(file);
}

const inView = new IntersectionObserver((changes) => {
  for (const { isIntersecting, target } of changes)
    if (isIntersecting && target instanceof HTMLElement) {
      inView.unobserve(target);
      showSentence(target);
    }
});

/** Shows the sentence with a word once the row is in view, and removes it when no word is given. */
function wantSentence(row: HTMLElement, word: string | undefined): void {
  inView.unobserve(row);
  row.querySelector(".found")?.remove();
  if (word === undefined) return;
  row.dataset.word = word;
  inView.observe(row);
}

function showSentence(row: HTMLElement): void {
  const { word = "", number } = row.dataset;
  if (number === undefined || !row.classList.contains("said")) return;
  const file = Math.floor(Number(number) / textsInFile);
  const texts = loadedTexts.get(file);
  if (texts === undefined) {
    waitForTexts(file, row);
    return;
  }
  const words = searchWords(word);
  const line = lineWith(words, texts[Number(number) % textsInFile] ?? "");
  if (line === undefined) return;
  row.querySelector(".found")?.remove();
  const paragraph = document.createElement("p");
  paragraph.className = "found";
  paragraph.dir = "auto";
  paragraph.append(...excerptOf(line, words[0] ?? ""));
  row.append(paragraph);
}

function waitForTexts(file: number, row: HTMLElement): void {
  const waiting = waitingRows.get(file);
  if (waiting !== undefined) {
    waiting.add(row);
    return;
  }
  waitingRows.set(file, new Set([row]));
  loadBeside(`texts-${file}.js`, () => {
    if (!loadedTexts.has(file)) takeTexts(file, []);
  });
}

/** The first line that has words which begin with all of these. */
function lineWith(words: readonly string[], text: string): string | undefined {
  return text.split("\n").find((line) => {
    const own = searchWords(line);
    return words.every((word) => own.some((each) => each.startsWith(word)));
  });
}

/** The first word, marked, with the text around it. */
function excerptOf(line: string, word: string): (string | Node)[] {
  const { start, end } = placeOf(line, word);
  const first = start <= charactersBefore ? 0 : line.indexOf(" ", start - charactersBefore) + 1;
  const before = line.slice(Math.min(first, start), start);
  const behind = line.slice(end);
  const mark = document.createElement("mark");
  mark.textContent = line.slice(start, end);
  return [
    first > 0 ? `…${before}` : before,
    mark,
    behind.length <= charactersAfter ? behind : `${behind.slice(0, charactersAfter)}…`,
  ];
}

/** The place in a line of a word, as the search compares it. */
function placeOf(line: string, word: string): { start: number; end: number } {
  let folded = "";
  // The place in the line of each character of the folded one.
  const places: number[] = [];
  let at = 0;
  for (const character of line) {
    const same = foldedText(character);
    for (let each = 0; each < same.length; each++) places.push(at);
    folded += same;
    at += character.length;
  }
  const found = folded.indexOf(word);
  return { start: places[found] ?? 0, end: places[found + word.length] ?? line.length };
}
