import { sinkChecks } from "@chatexport/testkit";
import { describe, test } from "vitest";
import html, { type HtmlOptions } from "../src/index.js";
import { misnested, strangeTags, type Tag, tagsOf } from "./tags.js";

/** The elements of a page that hold others; throws for what we never write. */
function outline(page: string): unknown {
  const tags = tagsOf(page);
  const strange = [...strangeTags(tags), ...misnested(tags)];
  if (strange.length > 0) throw new Error(`Not ours: ${strange.join(", ")}`);
  return [...outsideBodies(tags)];
}

const inline = new Set([
  "a",
  "b",
  "bdi",
  "i",
  "ins",
  "del",
  "code",
  "span",
  "small",
  "time",
  "img",
  "em",
  "strong",
  "br",
]);

/** The elements around bodies, in which Markdown of strangers becomes elements. */
function* outsideBodies(tags: readonly Tag[]): Generator<string> {
  let depth = 0;
  for (const { name, isEnd, attributes } of tags) {
    const isBody = attributes.get("class")?.split(" ").includes("body");
    if (depth > 0 || isBody) depth += name !== "div" ? 0 : isEnd ? -1 : 1;
    else if (!inline.has(name)) yield isEnd ? `/${name}` : name;
  }
}

const [first, ...others]: HtmlOptions[] = [
  { detail: "full" },
  {},
  { detail: "conversation", branches: "active" },
];

describe.each([first, ...others])("%j", (options) => {
  const isVariant = options !== first;
  for (const { name, skip, run } of sinkChecks({ create: () => html(options), outline, isVariant }))
    test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
});
