import { type Citation, type JsonObject, nonEmpty, type Part, present } from "@chatexport/core";
import { objectsOf, stringOf, textOf } from "@chatexport/core/read";

/**
 * A part without the signs by which ChatGPT marks in its text what that rests on: characters that no font has around
 * a name. What it says in their place where there are no links takes their place; the pages are citations.
 */
export function withCitations(part: Part, { content_references }: JsonObject): Part {
  if (part.type !== "text") return part;
  let { text } = part;
  const citations: Citation[] = [];
  for (const { matched_text, alt, title, url, items } of objectsOf(content_references)) {
    const mark = textOf(matched_text) ?? "";
    if (!/^[\uE200-\uE204]/.test(mark) || !text.includes(mark)) continue;
    text = text.replaceAll(mark, () => stringOf(alt) ?? "");
    for (const page of [{ title, url }, ...objectsOf(items)])
      if (textOf(page.url))
        citations.push(present({ url: textOf(page.url), title: textOf(page.title) }));
  }
  return text === part.text ? part : present({ ...part, text, citations: nonEmpty(citations) });
}
