import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The files in a home, by path; without journals. */
export function contentOf(home: string): Record<string, string> {
  const entries = readdirSync(home, { recursive: true, withFileTypes: true });
  const files = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return [path, entry.isFile() ? readFileSync(path, "latin1") : ""] as const;
  });
  return Object.fromEntries(files.filter(([path]) => !path.includes("/.local")).sort());
}
