import type { Mark } from "./homes.computed.js";
import { kinds, type Role } from "./kinds.js";

/**
 * The fate of a text: `kept` where it belongs, or left out because it does not belong there; `lost` without a
 * word; `said` to be lost; out of `order`; under another `role`; `mixed` into a conversation that it is no part of.
 */
export type Outcome = "kept" | "lost" | "said" | "order" | "role" | "mixed";

/** The work of an exporter. */
export interface Export {
  /** The text of each document. */
  readonly documents: readonly string[];
  /** All that it printed. */
  readonly printed: string;
}

interface Place {
  readonly mark: Mark;
  readonly number: number;
  readonly text: string;
  readonly position: number;
  readonly role: Role | undefined;
}

const loss =
  /omit|skip|drop|le(?:ft|aves?) out|truncat|hidden|not (?:shown|written|included|exported|kept|supported|read)|unsupported|without|ignor|lost/i;
/** Words of a document itself: alone between brackets, tags or signs of emphasis. */
const aside = /[[(>*_-][ \p{L}\d,:…’'–-]{3,120}(?=[\])<*_>])/gu;
const names = {
  user: "user|human|you|prompt",
  assistant: "assistant|agent|ai|bot|claude|codex|gemini|copilot|cursor|opencode|cline|droid|kimi",
  other: "tool|system|developer|context|reminder",
};
const ends = "\\r\\n\\u2028\\u2029";
const sign = `[^\\p{L}<${ends}]`;
const anyName = Object.values(names).join("|");
/** Labels of roles: values and keys in JSON, attributes in HTML, and what a line begins with in any markup. */
const label = new RegExp(
  [
    `"(?:role|type|sender|author|from|speaker|kind)"\\s*:\\s*"(?<value>${anyName})`,
    `"(?<key>user|human|assistant)\\w{0,20}"\\s*:`,
    `\\b(?:class|data-[\\w-]{1,30})=["'][^"'<>]{0,80}?\\b(?<attribute>${anyName})\\b`,
    `>\\s{0,20}(?<element>${anyName})\\s{0,20}<`,
    `^${sign}*(?:<[^>${ends}]*>${sign}*)*(?<line>${anyName})\\b(?=[^\\p{L}${ends}]*$|[^\\p{L}${ends}]{0,5}[:·|(<\\]*—–-])`,
  ].join("|"),
  "gimu",
);

/** Tells of each mark what became of it. Knows neither the tool nor the exporter. */
export function judge(marks: readonly Mark[], { documents, printed }: Export): Map<Mark, Outcome> {
  const ofDocuments = documents.map((text) => placesIn(text, marks));
  const places = ofDocuments.flat();
  const sessions = [...new Set(marks.map(({ session }) => session))];
  const ordered = ofDocuments.flatMap((all) =>
    sessions.flatMap((session) => longestInOrder(all.filter((place) => isOf(place, session)))),
  );
  const inOrder = new Set(ordered.map(({ mark }) => mark));
  const sentences = [
    ...printed.split("\n"),
    ...documents.flatMap((text) => text.match(aside) ?? []),
  ];
  const losses = sentences.filter((sentence) => loss.test(sentence));
  return new Map(marks.map((mark) => [mark, outcomeOf(mark)]));

  function outcomeOf(mark: Mark): Outcome {
    const { role, isInOrder, apart, isInjected, words } = kinds[mark.kind] ?? {};
    const own = places.filter((place) => place.mark === mark);
    if (own.length === 0 && (apart || isInjected)) return "kept";
    // In one document is enough: an index of words has neither order nor labels.
    if (apart) return own.some((place) => apart.test(before(place))) ? "kept" : "mixed";
    if (isInjected) return own.some((place) => place.role !== "user") ? "kept" : "mixed";
    if (own.length === 0) return words && losses.some((each) => words.test(each)) ? "said" : "lost";
    if (mark.session === undefined) return "kept";
    if (isInOrder && !inOrder.has(mark)) return "order";
    const other = role === "user" ? "assistant" : "user";
    return role && own.every((place) => place.role === other) ? "role" : "kept";
  }

  /** The text between the conversation and another one that is no part of it. */
  function before({ text, position }: Place): string {
    const last = places.findLast(
      (place) => place.text === text && place.position < position && !kinds[place.mark.kind]?.apart,
    );
    return text.slice(last?.position ?? 0, position);
  }
}

function isOf({ mark }: Place, session: string | undefined): boolean {
  return mark.session === session && kinds[mark.kind]?.isInOrder === true;
}

/** The places of the marks in a document, in their order there, each with its role. */
function placesIn(text: string, marks: readonly Mark[]): Place[] {
  const labels = [...text.matchAll(label)].map(({ index, groups = {} }) => ({
    index,
    role: roleOf(Object.values(groups).find((name) => name !== undefined) ?? ""),
  }));
  const places = marks.flatMap((mark, number) =>
    positionsOf(mark.id, text).map((position) => {
      const role = labels.findLast(({ index }) => index < position)?.role;
      return { mark, number, text, position, role };
    }),
  );
  return places.sort((a, b) => a.position - b.position);
}

function roleOf(name: string): Role {
  const roles = Object.keys(names) as Role[];
  const word = name.toLowerCase();
  return roles.find((role) => names[role].split("|").includes(word)) ?? "other";
}

function positionsOf(id: string, text: string): number[] {
  const positions = [];
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) positions.push(at);
  return positions;
}

/** The most places whose numbers grow: others are out of order. */
function longestInOrder(places: readonly Place[]): Place[] {
  /** The best ends of rows of each length, with the rows before them. */
  const ends: { place: Place; before: number }[] = [];
  const best: number[] = [];
  for (const place of places) {
    const length = best.findIndex((end) => (ends[end]?.place.number ?? 0) >= place.number);
    const at = length < 0 ? best.length : length;
    ends.push({ place, before: best[at - 1] ?? -1 });
    best[at] = ends.length - 1;
  }
  const row = [];
  for (let at = best.at(-1) ?? -1; at >= 0; at = ends[at]?.before ?? -1) row.push(ends[at]?.place);
  return row.filter((place) => place !== undefined);
}
