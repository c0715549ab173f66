import type { Json, JsonObject } from "@chatexport/core";
import { listOf, numberOf, objectOf } from "@chatexport/core/read";
import { pathIn } from "../paths.js";
import { firstText, without } from "../values.js";
import type { ReadableForm } from "./readable.js";

/** What a search of the web found: `{ references: [{ title, url, chunk }] }`. */
export const references: ReadableForm = (fields) => {
  const found = listOf(fields.references);
  if (!found) return undefined;
  const texts = found.map((item) => {
    const reference = objectOf(item) ?? {};
    const facts = ["title", "url", "chunk"].map((name) => firstText(reference, name));
    return facts.filter((fact) => fact !== undefined).join("\n");
  });
  return { text: texts.join("\n\n"), rest: without(fields, "references") };
};

/** What a search by meaning found: `{ codeResults: [{ codeBlock: { relativeWorkspacePath, … } }] }`. */
export const codeResults: ReadableForm = (fields) => {
  const found = listOf(fields.codeResults);
  if (!found) return undefined;
  const texts = found.map((item) => {
    const result = objectOf(item) ?? {};
    const block = objectOf(result.codeBlock) ?? result;
    const path = pathIn(block, ["relativeWorkspacePath", "path", "uri"]) ?? "";
    const code = firstText(block, "contents", "content", "text") ?? "";
    return `${path}${linesOf(block)}\n${code}`.trim();
  });
  return { text: texts.join("\n\n"), rest: without(fields, "codeResults") };
};

function linesOf(block: JsonObject): string {
  const range = objectOf(block.range);
  const start = lineOf(range?.startPosition ?? range?.start);
  const end = lineOf(range?.endPositionInclusive ?? range?.endPosition ?? range?.end);
  if (start === undefined) return "";
  return end === undefined ? `:${start}` : `:${start}-${end}`;
}

function lineOf(position: Json | undefined): number | undefined {
  return numberOf(objectOf(position)?.line);
}
