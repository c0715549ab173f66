import { getOrAdd } from "@chatexport/core/read";

/** The characters possible at each of the first places of a match, by their lowest bytes. */
export type Beginning = readonly Place[];

/**
 * The lowest bytes of the characters that are possible at a place, in a list that equal places
 * share.
 */
export type Place = readonly number[];

/** No match of a hint is shorter. */
const least = 4;

/** More would tell little more, and two bytes have room for no more than sixteen. */
const most = 12;

/**
 * The beginnings of the matches of a regular expression, of four to twelve characters. Only the parts that
 * hints are made of are understood: characters, classes, groups, their counts, and the text that must
 * precede them. Throws when a match can be shorter.
 */
export function beginnings(source: string): Beginning[] {
  const found: Place[][] = [];
  try {
    for (const sequence of parsed(source)) addBeginnings(sequence, [], found);
  } catch (error) {
    throw new Error(`A hint is too short or not understood: ${source}`, { cause: error });
  }
  return found;
}

/** A part of an expression with what follows it. */
interface Sequence {
  /** A place, or the ways in which a group can match. */
  atom: Place | Alternatives;
  /** Its count there, at least and at most. */
  from: number;
  to: number;
  next: Sequence | undefined;
}

/** Sequences, each of which a group matches; undefined is an empty one. */
type Alternatives = Set<Sequence | undefined>;

/** Adds all ways in which a sequence goes on after the places that are known. */
function addBeginnings(sequence: Sequence | undefined, known: Place[], found: Place[][]): void {
  const isEnough = known.length >= least;
  // After what may be absent, all ways to go on would be too many.
  if (known.length === most || (isEnough && (!sequence || sequence.from === 0))) {
    found.push([...known]);
    return;
  }
  if (!sequence) throw new Error("Too short.");
  const { atom, from, to, next } = sequence;
  const rest = to === 1 ? next : { atom, from: Math.max(from - 1, 0), to: to - 1, next };
  if (atom instanceof Set) for (const one of atom) addBeginnings(joined(one, rest), known, found);
  else {
    known.push(atom);
    addBeginnings(rest, known, found);
    known.pop();
  }
  if (from === 0) addBeginnings(next, known, found);
}

function joined(first: Sequence | undefined, rest: Sequence | undefined): Sequence | undefined {
  return first ? { ...first, next: joined(first.next, rest) } : rest;
}

/**
 * The alternatives that an expression matches. Each start of the program reads them all, so no
 * expression is used for that.
 */
function parsed(source: string): Alternatives {
  let at = 0;
  const take = (length: number) => {
    at += length;
    return source.slice(at - length, at);
  };
  const alternatives = (): Alternatives => {
    const all: Alternatives = new Set();
    let items: Omit<Sequence, "next">[] = [];
    for (;;) {
      const piece = take(pieceLength(source, at));
      if (piece === "" || piece === ")" || piece === "|") {
        all.add(
          items.reduceRight<Sequence["next"]>((next, item) => ({ ...item, next }), undefined),
        );
        items = [];
        if (piece !== "|") return all;
        continue;
      }
      const atom = piece.startsWith("(?") ? alternatives() : placeOf(piece);
      const times = timesOf(take(repetitionLength(source, at)));
      // What must stand before is no part of the match.
      if (piece !== "(?<=") items.push({ atom, ...times });
    }
  };
  return alternatives();
}

/** The length of a character, a class, the beginning of a group, or a sign between groups. */
function pieceLength(source: string, at: number): number {
  const character = source[at];
  if (character === "(" && source.startsWith("(?:", at)) return 3;
  if (character === "(" && source.startsWith("(?<=", at)) return 4;
  if (character === "(") throw new Error("Not understood.");
  if (character === "\\") return { u: 6, x: 4 }[source[at + 1] ?? ""] ?? 2;
  if (character !== "[") return String.fromCodePoint(source.codePointAt(at) ?? 0).length;
  let end = at + 1;
  while (end < source.length && source[end] !== "]") end += source[end] === "\\" ? 2 : 1;
  return end + 1 - at;
}

function repetitionLength(source: string, at: number): number {
  const character = source[at] ?? " ";
  if (character === "{") return source.indexOf("}", at) + 1 - at;
  return "?*+".includes(character) ? 1 : 0;
}

/** The number of repetitions, at least and at most. */
function timesOf(count: string): { from: number; to: number } {
  if (count === "") return { from: 1, to: 1 };
  if (!count.startsWith("{")) return { from: count === "+" ? 1 : 0, to: count === "?" ? 1 : most };
  const [from = 0, to = from] = count.slice(1, -1).split(",").map(Number);
  return { from, to };
}

/** The place that a character or a class matches. */
function placeOf(atom: string): Place {
  return getOrAdd(places, atom, () => {
    // Of a letter of another alphabet, the lower byte is looked at.
    if (atom.length === 1 && atom !== ".") return [atom.charCodeAt(0) & 255];
    const codes = characters.match(new RegExp(atom, "g"))?.map((one) => one.charCodeAt(0)) ?? [];
    // What matches other characters, as "[^:]" and "\\s" do, may have any byte.
    return codes.some((code) => code > 255) ? everyByte : codes;
  });
}

// Hints are made of the same few, and each run of a program asks for all of them.
const places = new Map<string, Place>();

const everyByte: Place = Array.from({ length: 256 }, (_, byte) => byte);

/** One for each byte, and a letter and a space beyond them. */
const characters = String.fromCharCode(...everyByte, 0x100, 0x2003);
