import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../repository.js";
import type { Invariant } from "./finished.js";

const page = readFileSync(join(repository, "docs/diagnostics.md"), "utf8");
const documented = new Set([...page.matchAll(/^- `([a-z-]+)` \(/gm)].map(([, code]) => code));

/** Each diagnostic is documented, is a sentence, and names its place. */
export const diagnosticsNamePlaces: Invariant = ({ after, folder }) =>
  after.diagnostics.flatMap(({ severity, code, message, origin, session }) => {
    const shown = `${severity} ${code} (${JSON.stringify(message.slice(0, 300))})`;
    const faults: string[] = [];
    if (!documented.has(code)) faults.push(`${shown} is not documented`);
    if (!/^[^\p{Cc}]{3,1001}$/u.test(message)) faults.push(`${shown} is not in one line`);
    if (/Unexpected (?:token|end)|not valid JSON|in JSON at/.test(message))
      faults.push(`${shown} hands on what a parser says`);
    const isPlaced =
      origin?.path?.startsWith(folder) || (code === "session-failed" && session !== undefined);
    if (severity !== "info" && !isPlaced) faults.push(`${shown} names no place`);
    return faults;
  });
