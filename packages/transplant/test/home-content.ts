import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What lies in a home, by its path; without journals. */
export function contentOf(home: string): Record<string, string> {
  const entries = readdirSync(home, { recursive: true, withFileTypes: true });
  const files = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return [path, entry.isFile() ? readFileSync(path, "latin1") : ""] as const;
  });
  return Object.fromEntries(files.filter(([path]) => !path.includes("/.local")).sort());
}
