import { attempt } from "@chatexport/core/read";

/**
 * The fields of a `workspace.yaml`, which is a flat list of names and values. A value may be plain, in quotes, or
 * a block of lines:
 *
 *     name: |-
 *       Plant the beans
 *       before it rains.
 */
export function workspaceFields(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; ) {
    const [, name, rest = ""] = /^([A-Za-z_]{1,60}):(?: (.*))?$/.exec(lines[at++] ?? "") ?? [];
    if (name === undefined) continue;
    const style = /^[|>](?=[-+\d]{0,2}$)/.exec(rest.trim())?.[0];
    const inner: string[] = [];
    while (at < lines.length && /^(?:\s|$)/.test(lines[at] ?? "")) inner.push(lines[at++] ?? "");
    fields[name] =
      style === undefined
        ? scalarOf([rest, ...inner.map((line) => line.trim())].join(" ").trim())
        : blockOf(inner, style === ">");
  }
  return fields;
}

function blockOf(lines: readonly string[], isFolded: boolean): string {
  const first = lines.find((line) => line.trim() !== "") ?? "";
  const indent = first.length - first.trimStart().length;
  return lines
    .map((line) => line.slice(indent))
    .join(isFolded ? " " : "\n")
    .trim();
}

function scalarOf(text: string): string {
  if (/^'.*'$/s.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  const quoted: unknown = /^".*"$/s.test(text) ? attempt(() => JSON.parse(text)) : undefined;
  return typeof quoted === "string" ? quoted : text;
}
