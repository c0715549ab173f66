import { createHash } from "node:crypto";

/** Styles and scripts that stand in a page, each exactly as it stands there. */
export interface Inline {
  style: string;
  scripts: readonly string[];
}

/**
 * What a page may do: show itself, images in it, and run our own styles and scripts, which are known
 * by their hashes. It may not load anything, from wherever.
 */
export function policyOf({ style, scripts }: Inline): string {
  return [
    "default-src 'none'",
    "img-src data:",
    `style-src ${hashOf(style)}`,
    `script-src ${scripts.map(hashOf).join(" ")}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

// Thousands of pages have the same styles and scripts.
const hashes = new Map<string, string>();

function hashOf(content: string): string {
  const hash = hashes.get(content) ?? createHash("sha256").update(content).digest("base64");
  hashes.set(content, hash);
  return `'sha256-${hash}'`;
}
