import { readBytes } from "@chatexport/core/read";
import type { FileEdit } from "../claude/edit-records.js";

/**
 * The settings of Codex, which keep the trust of a project below its path: `[projects."/src/app"]`.
 * Nothing else changes. A project that has settings under the new path already keeps both.
 */
export const configEdit: FileEdit = {
  kind: "text",
  *after(path, { map }, { changes }) {
    const content = readBytes(path);
    const lines = content.toString("latin1").split(/(?<=\n)/);
    const known = new Set(lines.map((line) => headerOf(line)?.path));
    yield* lines.map((line) => {
      const header = headerOf(line);
      const to = header && map.path(header.path);
      if (!header || to === undefined || known.has(to)) return Buffer.from(line, "latin1");
      changes.add("projects.*", header.path, to);
      return Buffer.concat([
        Buffer.from(header.before, "latin1"),
        Buffer.from(quoted(to, header.quote)),
        Buffer.from(header.after, "latin1"),
      ]);
    });
  },
};

interface Header {
  before: string;
  quote: string;
  path: string;
  after: string;
}

/** The table of a project, or one in it; undefined for another line, also for one in a text. */
function headerOf(line: string): Header | undefined {
  const [, before = "", literal = "", after = ""] =
    /^(\s*\[\s*projects\s*\.\s*)("(?:[^"\\]|\\.)*"|'[^']*')(\s*[\].].*)$/s.exec(line) ?? [];
  if (literal === "") return undefined;
  const text = Buffer.from(literal, "latin1").toString();
  const quote = text.charAt(0);
  try {
    const path = quote === "'" ? text.slice(1, -1) : String(JSON.parse(text));
    return { before, quote, path, after };
  } catch {
    return undefined;
  }
}

/** A key of TOML, in the quotes that it had where they can hold it. */
function quoted(path: string, quote: string): string {
  return quote === "'" && !path.includes("'") ? `'${path}'` : JSON.stringify(path);
}
