import type { IndexEntry } from "@chatexport/core";
import {
  anchorOf,
  count,
  dayOf,
  daysOf,
  entryFacts,
  entryPrompt,
  type Row,
  relativeLink,
  stateWords,
  titleOf,
} from "@chatexport/document";
import type { Heading, Link, ListItem, Paragraph, PhrasingContent } from "mdast";
import { heading, html, inlineCode, listItem, paragraph, text } from "../nodes.js";
import { outlineOf, type Section } from "./index-outline.js";

/** A block of an index; items that follow each other are one list. */
export type IndexBlock = Heading | Paragraph | ListItem;

/** The index from its title to its last session. */
export function* blocksOf(entries: readonly IndexEntry[]): Generator<IndexBlock> {
  const { title, sections } = outlineOf(entries);
  yield heading(1, title);
  yield totals(entries, sections);
  if (sections.length > 1) for (const section of sections) yield contentsItem(section);
  for (const { title, months } of sections) {
    yield { type: "heading", depth: 2, children: words(title) };
    for (const { title, rows } of months) {
      if (title !== undefined) yield heading(3, title);
      for (const row of rows) yield itemOf(row);
    }
  }
}

function totals(entries: readonly IndexEntry[], sections: readonly Section[]): Paragraph {
  const projects = sections.filter(({ isProject }) => isProject).length;
  const days = daysOf(entries);
  const facts = [
    count(entries.length, "session") + (projects > 0 ? ` in ${count(projects, "project")}` : ""),
    ...(days ? [days.first === days.last ? days.first : `${days.first} to ${days.last}`] : []),
  ];
  return paragraph(text(facts.join(", ")));
}

function contentsItem({ title, slug, size }: Section): ListItem {
  return listItem([
    ...(slug === "" ? words(title) : [linkTo(slug, title)]),
    text(` · ${count(size, "session")}`),
  ]);
}

function linkTo(slug: string, title: string): Link {
  return { type: "link", url: `#${slug}`, children: [text(title)] };
}

/** A session in an index: its day and title, and below it a line of facts. */
function itemOf({ entry, time }: Row): ListItem {
  const title: PhrasingContent = {
    type: "link",
    url: relativeLink(entry.href),
    children: [text(titleOf(entry))],
  };
  const facts = factsOf(entry);
  return listItem([
    html(`<a id="${escapeAttribute(anchorOf(entry.id))}"></a>`),
    ...(time === undefined ? [] : [text(`${dayOf(time)} · `)]),
    title,
    // Two spaces are the one line break that all readers know.
    ...(facts.length > 0 ? [{ type: "verbatim" as const, value: "  \n" }] : []),
    ...facts.flatMap((fact, index) => (index > 0 ? [text(" · "), ...fact] : fact)),
  ]);
}

function factsOf(entry: IndexEntry): PhrasingContent[][] {
  const { state, earlier } = entry;
  const facts = entryFacts(entry).map(words);
  if (earlier) for (const href of earlier) facts.push([earlierDocument(href)]);
  else if (state) facts.push([{ type: "emphasis", children: [text(stateWords[state])] }]);
  const asked = entryPrompt(entry);
  if (asked !== undefined) facts.push([text("“"), ...words(asked), text("”")]);
  return facts;
}

function earlierDocument(href: string): PhrasingContent {
  return { type: "link", url: relativeLink(href), children: [text(stateWords.decayed)] };
}

function escapeAttribute(value: string): string {
  return value.replace(/[^\p{L}\p{N}._~-]/gu, (character) => `&#${character.codePointAt(0)};`);
}

// Readers make links of these wherever they stand, some of them even when they are escaped.
const address = /:\/\/|www\.|[\w.+-]@[\w-]/i;

/** An untrusted text in one line without links: addresses become code. */
function words(line: string): PhrasingContent[] {
  const nodes: PhrasingContent[] = [];
  let plain = "";
  for (const piece of line.split(/( )/)) {
    if (!address.test(piece)) {
      plain += piece;
      continue;
    }
    if (plain !== "") nodes.push(text(plain));
    nodes.push(inlineCode(piece));
    plain = "";
  }
  return plain === "" ? nodes : [...nodes, text(plain)];
}
