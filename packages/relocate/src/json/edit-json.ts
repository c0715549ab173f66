import { isUtf8 } from "node:buffer";
import { type JSONPath, visit } from "jsonc-parser";

/** The new text for one string; undefined: it stays. */
export type Replace = (text: string) => string | undefined;

/**
 * Says which strings of a JSON text may be replaced, and by what. `path` are names of fields and positions
 * in lists, from the outside in; `isName`: the string is the last name of the path, not the value there.
 */
export type Rule = (path: JSONPath, isName: boolean) => Replace | undefined;

/**
 * A JSON text with some of its strings replaced; every other byte stays as it is, also where numbers,
 * escapes or blanks are written as no library would. Undefined when nothing is replaced. Throws
 * `SyntaxError` for what is not JSON, or nested too deeply to be read.
 */
export function editJson(json: Buffer, rule: Rule): Buffer | undefined {
  const { text, encoding } = textOfJson(json);
  const pieces: string[] = [];
  let end = 0;
  const edit = (path: JSONPath, isName: boolean, offset: number, length: number) => {
    const replace = rule(path, isName);
    if (!replace) return;
    const original = textOfLiteral(text.slice(offset, offset + length), encoding);
    const replaced = original === undefined ? undefined : replace(original);
    if (replaced === undefined || replaced === original) return;
    const written = Buffer.from(JSON.stringify(replaced)).toString(encoding);
    pieces.push(text.slice(end, offset), written);
    end = offset + length;
  };
  try {
    visit(
      text,
      {
        onObjectProperty: (name, offset, length, _line, _column, parent) =>
          edit([...parent(), name], true, offset, length),
        onLiteralValue(value, offset, length, _line, _column, path) {
          if (typeof value === "string") edit(path(), false, offset, length);
        },
        onError(code, offset) {
          throw new SyntaxError(`not JSON at byte ${offset} (${code})`);
        },
      },
      { disallowComments: true },
    );
  } catch (cause) {
    if (cause instanceof RangeError) throw new SyntaxError("nested too deeply", { cause });
    throw cause;
  }
  if (pieces.length === 0) return undefined;
  return Buffer.from(pieces.join("") + text.slice(end), encoding);
}

/**
 * The text of JSON, and how it gives the same bytes again: where some are no UTF-8, a character stands for
 * each byte, and names that are not ASCII are not what they were.
 */
export function textOfJson(json: Buffer): { text: string; encoding: "utf8" | "latin1" } {
  const encoding = isUtf8(json) ? "utf8" : "latin1";
  return { text: json.toString(encoding), encoding };
}

/** Undefined for bytes that are no UTF-8: they would come back as others. */
function textOfLiteral(literal: string, encoding: "utf8" | "latin1"): string | undefined {
  const bytes = Buffer.from(literal, encoding);
  return isUtf8(bytes) ? (JSON.parse(bytes.toString("utf8")) as string) : undefined;
}

/**
 * A test for the places of fields, by a pattern such as "entries.*.fullPath": `*` is any one name or
 * position, `**` any number of them.
 */
export function fieldTest(pattern: string): (path: JSONPath) => boolean {
  const names = pattern.split(".");
  return (path) => matches(names, 0, path, 0);
}

function matches(pattern: readonly string[], at: number, path: JSONPath, depth: number): boolean {
  const name = pattern[at];
  if (name === undefined) return depth === path.length;
  if (name === "**")
    return (
      matches(pattern, at + 1, path, depth) ||
      (depth < path.length && matches(pattern, at, path, depth + 1))
    );
  return (
    depth < path.length &&
    (name === "*" || name === String(path[depth])) &&
    matches(pattern, at + 1, path, depth + 1)
  );
}
