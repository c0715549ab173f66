import type { PersonalSpan } from "./finder.js";

/**
 * Mail addresses and the names beside them, as in `Ada Lovelace <ada@analytical.org>`. It leaves out
 * those of nobody: `git@…`, `noreply@…`, and domains that are reserved for examples.
 */
export function* mailAddresses(text: string): Generator<PersonalSpan> {
  for (const { 0: behind, index } of text.matchAll(domain)) {
    const before = text.slice(Math.max(0, index - longestLocal), index);
    const [local = ""] = localPart.exec(before) ?? [];
    if (local === "" || standsForNobody.test(local)) continue;
    const host = behind.replace(/^(?:@|%40)/, "").toLowerCase();
    if (isReserved(host) || fileEnding.test(host)) continue;
    const start = index - local.length;
    const end = index + behind.length;
    if (isOther(text.slice(Math.max(0, start - 220), start), text.slice(end, end + 2))) continue;
    const name = nameBefore(text, start);
    if (name !== undefined) {
      yield { kind: "person", start: name.start, end: name.end };
      yield { kind: "e-mail-address", start, end, person: text.slice(name.start, name.end) };
    } else yield { kind: "e-mail-address", start, end };
  }
}

const longestLocal = 64;

const domain =
  /(?:@|%40)(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,6}[A-Za-z]{2,24}(?![\w-])/g;

const localPart = /[\p{L}\p{N}](?:[\p{L}\p{N}._%+-]{0,62}[\p{L}\p{N}_+-])?$/u;

const standsForNobody =
  /^(?:git|hg|svn|no-?reply|do-?not-?reply|donotreply|users?|username|you|your-?name|name|me|someone|somebody|foo|bar|\d+|actions|github-actions.*|.*\[bot\]|dependabot.*|[\w.+-]*noreply)$/i;

/** The password of an address, the target of a shell, a call of a decorator. */
function isOther(before: string, behind: string): boolean {
  return (
    /:\/\/[^\s/]{0,100}:$/.test(before) ||
    /\b(?:ssh|scp|sftp|rsync|mosh)\b[^\n@]{0,200}$/.test(before) ||
    /^(?:\(|:[~/])/.test(behind)
  );
}

/** Domains of RFC 2606 and RFC 6761, and others without an owner. */
function isReserved(host: string): boolean {
  return (
    /(?:^|\.)(?:example|test|invalid|localhost)(?:\.[a-z]{2,3})?$/.test(host) ||
    /(?:^|\.)(?:domain|email|company|yourdomain|yourcompany|mycompany|host|foo|bar|acme|test|abc|xyz|users\.noreply\.github)\.(?:com|org|net|io)$/.test(
      host,
    )
  );
}

/** `icon@2x.png`, `module@file.ts`. */
const fileEnding =
  /\.(?:png|jpe?g|gif|svg|webp|ico|[cm]?[jt]sx?|json|css|scss|html?|md|ya?ml|py|rb|rs|go|java|kt|swift|sh|txt|lock|toml|vue|service|timer|socket|target|latest|next|alpha|beta|min)$/i;

/** The name in front of `<address>`, of at least two words. */
function nameBefore(text: string, start: number): { start: number; end: number } | undefined {
  const before = text.slice(Math.max(0, start - 90), start);
  const found =
    /(?<![\p{L}\p{N}])(\p{Lu}[\p{L}.'’-]{0,30}(?: \p{L}[\p{L}.'’-]{0,30}){1,3})"? <(?:mailto:)?$/u.exec(
      before,
    );
  if (!found?.[1] || notNames.test(found[1])) return undefined;
  const from = start - before.length + found.index;
  return { start: from, end: from + found[1].length };
}

const notNames = /\b(?:Author|Committer|Signed|Co-[Aa]uthored|From|To|Cc|by)\b|\bClaude\b|\bBot\b/;
