import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

/** A word in a text of a home, by which the text is found again in any document. */
export interface Mark {
  readonly id: string;
  readonly kind: string;
  /** The session, whose marks are in their order; without it, place and role are not judged. */
  readonly session?: string;
}

/** The home of a user of one tool. */
export interface Home {
  /** Paths with slashes and contents in Latin 1, as JSON, compressed, in base64. */
  readonly files: string;
  readonly marks: readonly Mark[];
}

const example = fileURLToPath(new URL("../../../examples/home/", import.meta.url));

/** The homes of the tools by their names: the example home with marks in its texts. A build computes them. */
export const homes: Readonly<Record<string, Home>> = Object.fromEntries(
  readFileSync(new URL("../src/marks.txt", import.meta.url), "utf8")
    .split(/^# /m)
    .slice(1)
    .map(homeOf),
);

/** A home from its lines: the tool with its folders, names of sessions, kinds with what the mark is put over. */
function homeOf(text: string): [string, Home] {
  const [first = "", ...lines] = text.trim().split("\n");
  const [tool = "", folders = ""] = first.split(": ");
  const files = new Map(folders.split(" ").flatMap(filesBelow));
  const marks: Mark[] = [];
  let session = "";
  for (const line of lines) {
    const [kind = "", ...words] = line.split(" ");
    const phrase = words.join(" ").trim();
    if (kind === "##") session = phrase;
    else {
      const id = `Said${String(marks.length + 1).padStart(2, "0")}End`;
      // What is in a picture cannot be replaced; its own data is what marks it.
      marks.push({ id: kind === "image" ? phrase : id, kind, session });
      if (!putOver(files, phrase, kind === "image" ? phrase : `${id} `))
        throw new Error(`No file of ${tool} has ${JSON.stringify(phrase)}.`);
    }
  }
  const json = JSON.stringify(Object.fromEntries(files));
  return [tool, { files: brotliCompressSync(json).toString("base64"), marks }];
}

/** Puts a mark over the beginning of a phrase: texts keep their length, so that databases stay whole. */
function putOver(files: Map<string, string>, phrase: string, mark: string): boolean {
  const marked = mark + phrase.slice(mark.length);
  if (marked.length !== phrase.length) throw new Error(`"${phrase}" is too short.`);
  const having = [...files].filter(([, content]) => content.includes(phrase));
  for (const [path, content] of having)
    files.set(
      path,
      content.replaceAll(phrase, () => marked),
    );
  return having.length > 0;
}

function filesBelow(folder: string): [string, string][] {
  return readdirSync(join(example, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => [
      path.slice(example.length).replaceAll("\\", "/"),
      readFileSync(path, "latin1"),
    ]);
}
