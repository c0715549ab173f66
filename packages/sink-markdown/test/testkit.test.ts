import { sinkChecks } from "@chatexport/testkit";
import { describe, test } from "vitest";
import { parse as parseYaml } from "yaml";
import markdown, { type MarkdownOptions } from "../src/index.js";
import { nodesOf, parse } from "./document.js";
import { hiddenMarks, read } from "./sequence.js";

// In the items of an index.
const anchor = /^(?:<a id="[^"]*">|<\/a>)$/;

// By document: the same index is written whatever the options of documents are.
const outlines = new Map<string, unknown>();

function outline(document: string): unknown {
  const known = outlines.get(document) ?? outlineOf(document);
  outlines.set(document, known);
  return known;
}

/** Headings, folds and anchors, which are ours, and the names of the front matter. */
function outlineOf(document: string): unknown {
  const root = parse(document);
  const marks = hiddenMarks(root);
  const anchors = marks.filter((node) => node.type === "html" && anchor.test(node.value));
  if (marks.length > anchors.length) throw new Error(`Not ours: ${JSON.stringify(marks)}`);
  for (const node of nodesOf(root)) {
    if (node.type === "definition") throw new Error(`A definition: ${node.url}`);
    const isTaken = node.type === "image" || node.type === "link";
    if (isTaken && !isHarmless(node.url, node.type)) throw new Error(`An address: ${node.url}`);
  }
  const [, facts = ""] = /^---\n([\s\S]*?)\n---\n/.exec(document) ?? [];
  return [Object.keys(parseYaml(facts) ?? {}), anchors.length, ...[...read(root)].flatMap(markOf)];
}

function markOf(piece: string): string[] {
  return /^(?:#+ |@|<\/?details>)/.exec(piece)?.slice(0, 1) ?? [];
}

function isHarmless(url: string, type: "image" | "link"): boolean {
  if (type === "image") return !/^(?:[a-z]+:|\/\/)/i.test(url) || url.startsWith("data:image/");
  return !/^(?:javascript|data|vbscript|file):/i.test(url);
}

const [first, ...others]: MarkdownOptions[] = [
  { detail: "full", branches: "all", layout: "folder" },
  {},
  { detail: "conversation" },
];

describe.each([first, ...others])("%j", (options) => {
  const isVariant = options !== first;
  for (const { name, skip, run } of sinkChecks({
    create: () => markdown(options),
    outline,
    isVariant,
  }))
    test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
});
