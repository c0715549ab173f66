import { type FilePart, present } from "@chatexport/core";
import { nameInPath } from "@chatexport/core/read";
import { addNative, type Fields } from "@chatexport/core/source";

/** An image in base64; the tool makes PNG of all. */
export function imageOf(stored: Fields | undefined, from: FilePart["from"]): FilePart | undefined {
  const data = stored?.text("source");
  return data === undefined ? undefined : { type: "file", mediaType: "image/png", data, from };
}

/** The thing that a prompt mentions: a file, a folder, lines, a page, another thread, a rule, a terminal. */
export function mentionOf(stored: Fields | undefined): FilePart | undefined {
  const uri = stored?.object("uri");
  const [kind = "none"] = uri?.names ?? [];
  const told = uri?.object(kind);
  if (!stored || !told) return undefined;
  const path = told.text("abs_path", "skill_file_path", "file_path", "path");
  const lines = told.object("line_range");
  const start = lines?.number("start");
  const end = lines?.number("end");
  const file = present<FilePart>({
    type: "file",
    name: told.text("name") ?? nameInPath(path),
    path,
    // The tool counts lines from 0.
    range: start === undefined ? undefined : present({ start: start + 1, end: end && end + 1 }),
    url: told.text("url"),
    text: stored.text("content"),
    from: selections.has(kind) ? "selection" : "mention",
  });
  addNative(file, { mention: kind, ...told.rest() });
  return file;
}

const selections = new Set(["Selection", "TerminalSelection"]);
