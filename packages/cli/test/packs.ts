import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder, filesIn } from "./binary.js";
import { chatexport } from "./in-process.js";

/** A home with what one tool keeps in another. */
export function homeOf(from: string, folder = ""): string {
  const home = emptyFolder();
  cpSync(join(from, folder), join(home, folder), { recursive: true });
  return home;
}

/** The files in a home, without journals. */
export function storesIn(home: string): Record<string, string> {
  const paths = filesIn(home).filter((path) => !path.startsWith(".local/state"));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(home, path), "latin1")]));
}

/** A session as a list shows it. */
interface Row {
  id: string;
  source: string;
  cwd?: string;
}

/** The sessions in a home. */
export async function rowsIn(home: string): Promise<Row[]> {
  return JSON.parse((await chatexport(home, "list", "--json")).stdout || "[]");
}

/** The messages of sessions, as far as it does not matter where they lie. */
export async function messagesIn(
  home: string,
  ids: readonly string[],
  folders: readonly string[],
): Promise<string[]> {
  const words = ids.flatMap((id) => ["--session", id]);
  const to = ["--to", "jsonl", "-o", "-", "--no-redact"];
  const { stdout } = await chatexport(home, "export", ...words, ...to);
  let text = stdout
    .replace(/"cwd":"(?:[^"\\]|\\.)*",?/g, "")
    .replace(/"origin":\{"path":"(?:[^"\\]|\\.)*",?/g, '"origin":{');
  for (const folder of folders) text = text.replaceAll(folder, "/folder");
  return text
    .split("\n")
    .filter((line) => line.startsWith('{"type":"message"'))
    .sort();
}
