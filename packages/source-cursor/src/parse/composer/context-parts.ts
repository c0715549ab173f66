import type { Json, JsonObject, Message, TextPart } from "@chatexport/core";
import { attempt } from "@chatexport/core/read";

/** What Cursor keeps beside what was said, one part for each field; documents show it in full detail. */
export function contextParts(fields: JsonObject): TextPart[] {
  return Object.entries(fields).map(([name, value]) => ({
    type: "text",
    text: written({ [name]: value }),
    synthetic: "context",
  }));
}

/** A message behind a conversation with what Cursor keeps about the whole of it. */
export function contextMessage(fields: JsonObject): Message[] {
  const parts = contextParts(fields);
  if (parts.length === 0) return [];
  return [{ id: "about", role: "system", parts, synthetic: "context" }];
}

const deepest = 20;

/** A value in lines, without the marks and escapes of JSON. */
function written(value: Json, indent = ""): string {
  if (typeof value !== "object" || value === null) return String(value);
  if (indent.length > 2 * deepest) return attempt(() => JSON.stringify(value)) ?? "…";
  const entries = Array.isArray(value)
    ? value.map((item) => ["-", item] as const)
    : Object.entries(value).map(([name, field]) => [`${name}:`, field] as const);
  return entries
    .map(([name, field]) => {
      const isNested = typeof field === "object" && field !== null;
      const text = written(field, `${indent}  `);
      return `${indent}${name}${isNested ? "\n" : " "}${text}`;
    })
    .join("\n");
}
