import type { Synthetic, TextPart } from "../model.js";

/** Rewrites the content of an element with this tag into a text of its own. */
export type ElementText = (tag: string, content: string) => string;

/**
 * Splits the elements that a tool wrapped its own words in (`<system-reminder>…</system-reminder>`)
 * off both ends of a text; one in the middle is a quotation. Empty ones give nothing.
 */
export function splitElements(
  text: string,
  known: Readonly<Record<string, Synthetic>>,
  textOf: ElementText = (_, content) => content,
): TextPart[] {
  const before: TextPart[] = [];
  const after: TextPart[] = [];
  let rest = text;
  for (;;) {
    const tag = leadingTag(rest);
    const synthetic = tag !== undefined && Object.hasOwn(known, tag) ? known[tag] : undefined;
    const close = synthetic ? rest.indexOf(`</${tag}>`) : -1;
    if (!synthetic || close === -1) break;
    before.push(...elementText(rest.slice(0, close), tag ?? "", synthetic, textOf));
    rest = rest.slice(close + `</${tag}>`.length);
  }
  for (;;) {
    const tag = trailingTag(rest);
    const synthetic = tag !== undefined && Object.hasOwn(known, tag) ? known[tag] : undefined;
    const open = synthetic ? rest.lastIndexOf(`<${tag}`) : -1;
    if (!synthetic || open === -1) break;
    const end = rest.lastIndexOf(`</${tag}>`);
    after.push(...elementText(rest.slice(open, end), tag ?? "", synthetic, textOf));
    rest = rest.slice(0, open);
  }
  const own: TextPart[] = rest.trim() === "" ? [] : [{ type: "text", text: rest }];
  return [...before, ...own, ...after.reverse()];
}

/** The text of an element; one with attributes stays as it is, for they tell who speaks. */
function elementText(
  element: string,
  tag: string,
  synthetic: Synthetic,
  textOf: ElementText,
): TextPart[] {
  const opening = element.trimStart();
  const content = opening.slice(opening.indexOf(">") + 1);
  if (content.trim() === "") return [];
  const hasAttributes = !opening.startsWith(`<${tag}>`);
  // Tools set most elements off by line breaks.
  const text = hasAttributes
    ? `${opening}</${tag}>`
    : textOf(tag, content.replace(/^\n/, "").trimEnd());
  return [{ type: "text", text, synthetic }];
}

function leadingTag(text: string): string | undefined {
  return /^\s{0,64}<([a-z_-]{1,40})[ >]/.exec(text)?.[1];
}

function trailingTag(text: string): string | undefined {
  return /<\/([a-z_-]{1,40})>\s{0,64}$/.exec(text.slice(-120))?.[1];
}
