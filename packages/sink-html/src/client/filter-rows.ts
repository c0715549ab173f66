/** The values of the fields of the index; "" asks for nothing. */
interface Filter {
  text: string;
  project: string;
  source: string;
  /** Days, as YYYY-MM-DD. */
  since: string;
  until: string;
  /** By what sessions are in groups: "project", or "" for the month. */
  group: string;
}

/** A session of the index, with what it is found by: to read that from the page each time takes long. */
interface Row {
  element: HTMLElement;
  text: string;
  project: string;
  source: string;
  /** Its days, as YYYY-MM-DD; empty when they are not known. */
  from: string;
  to: string;
  /** In the files of words. */
  number: string;
}

/** The sessions of the index. */
function readRows(): Row[] {
  const elements = document.querySelectorAll<HTMLElement>("li.session");
  return Array.from(elements, (element) => {
    const { project = "", source = "", from = "", to = from, number = "" } = element.dataset;
    const texts = [...element.querySelectorAll("a, .asked")].map((each) => each.textContent);
    const text = [...texts, factsIn(element), project, source, element.id].join("\n").toLowerCase();
    return { element, text, project, source, from, to, number };
  });
}

/** The facts of a row without its counts: "2 files changed" is no hit of "files". */
function factsIn(row: HTMLElement): string {
  const facts = row.querySelector(".facts")?.textContent.split(" · ") ?? [];
  return facts.filter((fact) => !/^[+−\d]/.test(fact)).join("\n");
}

/** Tells if a session is what is asked for, words aside. One of an unknown time is not when a time is. */
function isChosen({ project, source, from, to }: Row, filter: Filter): boolean {
  return (
    (filter.project === "" || filter.project === project) &&
    (filter.source === "" || filter.source === source) &&
    (filter.since === "" || to >= filter.since) &&
    (filter.until === "" || (from !== "" && from <= filter.until))
  );
}

/** Tells if a session has all words that are asked for. */
function hasWords({ text, number }: Row, words: readonly AskedWord[]): boolean {
  return words.every(({ word, said }) => text.includes(word) || said.has(number));
}

/** A word that is asked for, and the sessions in which it was said. */
interface AskedWord {
  word: string;
  said: ReadonlySet<string>;
}

/** The words that are asked for; the empty one is in every session. */
function askedWords(text: string): AskedWord[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => ({ word, said: sessionsThatSay(word) }));
}

/** All sessions of the page. */
const rows = readRows();
