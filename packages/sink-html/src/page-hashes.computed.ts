import { createHash } from "node:crypto";
import { readScripts, readStyles } from "./own-files.js";
import { headScripts, pageParts } from "./page-parts.js";

/**
 * The SHA-256 of the parts of each page. A build computes them: in a browser, no hash is made at
 * once.
 */
export const hashes = {
  head: hashOf(readScripts(headScripts)),
  session: hashesOf("session"),
  index: hashesOf("index"),
  statistics: hashesOf("statistics"),
};

function hashesOf(kind: keyof typeof pageParts): { style: string; script: string } {
  const { styles, scripts } = pageParts[kind];
  return { style: hashOf(readStyles(styles)), script: hashOf(readScripts(scripts)) };
}

function hashOf(content: string): string {
  return createHash("sha256").update(content).digest("base64");
}
