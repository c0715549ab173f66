import type { IndexEntry } from "@chatexport/core";
import type { ListItem, PhrasingContent } from "mdast";
import { anchorOf } from "../anchor.js";
import { html, listItem, text } from "../block.js";
import { count, isLegible, oneLine } from "../line.js";
import { dayOf } from "../time.js";
import { titleOf } from "../title.js";
import type { Row } from "./rows.js";
import { words } from "./words.js";

const longestName = 60;
const longestPrompt = 200;

const states = {
  vanished: "no longer in the store",
  decayed: "from before the store lost a part of it",
} satisfies Record<NonNullable<IndexEntry["state"]>, string>;

/** A session in an index: its day and title, and below it a line of facts. */
export function itemOf({ entry, time }: Row): ListItem {
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
  const { source, messageCount, subagentCount, model, state, earlier, firstPrompt } = entry;
  const plain = [
    oneLine(source, longestName),
    messageCount === undefined ? "" : count(messageCount, "message"),
    subagentCount ? count(subagentCount, "sub-agent") : "",
    oneLine(model ?? "", longestName),
  ];
  const facts = plain.filter(isLegible).map(words);
  if (earlier) for (const href of earlier) facts.push([earlierDocument(href)]);
  else if (state) facts.push([{ type: "emphasis", children: [text(states[state])] }]);
  const asked = oneLine(firstPrompt ?? "", longestPrompt);
  if (isLegible(asked)) facts.push([text("“"), ...words(asked), text("”")]);
  return facts;
}

function earlierDocument(href: string): PhrasingContent {
  return { type: "link", url: relativeLink(href), children: [text(states.decayed)] };
}

// Percent-encoded already; whatever it is instead, it leads to no other place than a file nearby.
function relativeLink(href: string): string {
  const link = href
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(/[^\w.~!$&'()*+,;=:@%/?#-]+/g, encodeURIComponent);
  return /^$|^[/?#]|^[^/?#]*:/.test(link) ? `./${link}` : link;
}

function escapeAttribute(value: string): string {
  return value.replace(/[^\p{L}\p{N}._~-]/gu, (character) => `&#${character.codePointAt(0)};`);
}
