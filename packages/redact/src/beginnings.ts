/**
 * How the matches of a regular expression begin: all texts of so many characters, in lower case. Only
 * what hints are made of is understood: characters, classes, groups, and how often they stand there.
 * Throws when a match can be shorter.
 */
export function beginnings(source: string, length: number): Set<string> {
  const result = new Set<string>();
  for (const alternative of alternatives(source))
    for (const beginning of ofSequence(alternative, length)) result.add(beginning);
  return result;
}

function ofSequence(source: string, length: number): Set<string> {
  if (length === 0) return new Set([""]);
  const piece = firstPiece.exec(source)?.[0];
  if (!piece) throw new Error(`A hint is too short or not understood: ${source}`);
  const atom = piece.startsWith("(?:") ? group(source) : piece;
  const [, count = "", ...counts] = repetition.exec(source.slice(atom.length)) ?? [];
  const rest = source.slice(atom.length + count.length);
  const [least, most] =
    count === "?" ? [0, 1] : counts.map((number) => Number(number ?? counts[0]));
  const again = count === "" || most === 1 ? "" : `${atom}{0,${(most ?? 1) - 1}}`;
  const result = ofAtom(atom, again + rest, length);
  if (count !== "" && least === 0)
    for (const beginning of ofSequence(rest, length)) result.add(beginning);
  return result;
}

function ofAtom(atom: string, rest: string, length: number): Set<string> {
  if (atom.startsWith("(?:"))
    return new Set(
      alternatives(atom.slice(3, -1)).flatMap((alternative) => [
        ...ofSequence(alternative + rest, length),
      ]),
    );
  const ends = [...ofSequence(rest, length - 1)];
  return new Set(charactersOf(atom).flatMap((character) => ends.map((end) => character + end)));
}

/** What a character or a class matches, in lower case. */
function charactersOf(atom: string): readonly string[] {
  const known = atoms.get(atom);
  if (known) return known;
  const one = new RegExp(`^${atom}$`);
  const matched = ascii.filter((character) => one.test(character));
  const characters = [...new Set(matched.map((character) => character.toLowerCase()))];
  atoms.set(atom, characters);
  return characters;
}

// Hints are made of the same few, and each run of a program asks for all of them.
const atoms = new Map<string, readonly string[]>();

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const firstPiece = /^(?:\(\?:|\[(?:\\.|[^\]\\])+\]|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\.|[^()[\]\\])/u;
const repetition = /^(\?|\{([0-9]+)(?:,([0-9]+))?\})/;

/** The group with which a source begins, up to its parenthesis. */
function group(source: string): string {
  return source.slice(0, 3 + (alternatives(source.slice(3), true)[0]?.length ?? 0) + 1);
}

/** The parts of a source between its "|", without those in groups; or what stands before ")". */
function alternatives(source: string, isGroup = false): string[] {
  const parts = [""];
  let depth = 0;
  for (const [piece] of source.matchAll(/\\.|\[(?:\\.|[^\]\\])+\]|./gsu)) {
    if (piece === ")" && depth === 0) break;
    depth += piece === "(" ? 1 : piece === ")" ? -1 : 0;
    if (piece === "|" && depth === 0 && !isGroup) parts.push("");
    else parts.push(`${parts.pop()}${piece}`);
  }
  return parts;
}
