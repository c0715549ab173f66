import type { Json } from "@chatexport/core";
import { listOf, objectOf, parseLine, textOf } from "@chatexport/core/read";
import { oneLine } from "../text.js";

// "Links: [{"title":"Tides","url":"https://tides.example/"}]"
const listInJson = /^([\p{L} ]{1,40}:) (\[\{.*\}\])$/gmu;

/** A text in which lines of JSON that list pages are lists of links. */
export function withPagesListed(text: string): string {
  return text.replace(listInJson, (line, lead: string, json: string) => {
    const pages = listOf(objectOf(parseLine(`{"pages":${json}}`))?.pages) ?? [];
    const links = pages.flatMap((page) => linkTo(page) ?? []);
    return links.length > 0 && links.length === pages.length
      ? `${lead}\n\n${links.join("\n")}`
      : line;
  });
}

/** A link in a list to a page that has a title and an address alone. */
function linkTo(page: Json): string | undefined {
  const { title, url, ...others } = objectOf(page) ?? {};
  const [words, address] = [textOf(title), textOf(url)];
  if (!words || !address || /[\s<>]/.test(address) || Object.keys(others).length > 0)
    return undefined;
  return `- [${oneLine(words, 200).replace(/[[\]\\`*_<]|&(?=#?\w)/g, "\\$&")}](<${address}>)`;
}
