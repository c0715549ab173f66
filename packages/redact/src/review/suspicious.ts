import { findPersonal } from "../personal/find-personal.js";
import type { PersonalKind } from "../personal/finder.js";
import type { Span } from "../rules/rule.js";
import { protectedSpans } from "../scan.js";
import { publicSites } from "./public-sites.js";

/**
 * The kinds of private texts: personal data, numbers of cards and accounts, texts that look random,
 * hosts.
 */
export type SuspiciousKind = PersonalKind | "account-number" | "random-text" | "web-host";

/** A place in a text with something that may be private. */
export interface SuspiciousSpan extends Span {
  kind: SuspiciousKind;
}

/**
 * The texts in a text that may be private, in its order, without overlap; those masked already are
 * left out.
 */
export function findSuspicious(text: string): SuspiciousSpan[] {
  if (text.length < shortest || isBase64(text)) return [];
  const masked = protectedSpans(text);
  const all: SuspiciousSpan[] = [
    ...findPersonal(text),
    ...accountNumbers(text),
    ...webHosts(text),
    ...randomTexts(text),
  ].filter((span) => !masked.some(({ start, end }) => span.start < end && start < span.end));
  const result: SuspiciousSpan[] = [];
  // Of two that overlap, the earlier finder knows better what it is.
  for (const span of all)
    if (!result.some(({ start, end }) => span.start < end && start < span.end)) result.push(span);
  return result.toSorted((a, b) => a.start - b.start);
}

const shortest = 6;

function isBase64(text: string): boolean {
  return text.length > 1000 && /^[A-Za-z0-9+/=_-]+$/.test(text);
}

/** Numbers of payment cards and bank accounts, which have check digits, and those of American insurances. */
function* accountNumbers(text: string): Generator<SuspiciousSpan> {
  for (const { 0: number, index } of text.matchAll(
    /(?<![\w.,-])\d(?:[ -]?\d){12,18}(?![\w-]|[.,]\d)/g,
  ))
    if (isCard(number)) yield { kind: "account-number", start: index, end: index + number.length };
  for (const { 0: number, index } of text.matchAll(
    /(?<![\w-])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![\w-])/g,
  ))
    if (isIban(number)) yield { kind: "account-number", start: index, end: index + number.length };
  for (const { 0: number, index } of text.matchAll(
    /(?<![\w.-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-]|\.\d)/g,
  ))
    yield { kind: "account-number", start: index, end: index + number.length };
}

function isCard(number: string): boolean {
  const digits = number.replace(/\D/g, "");
  if (!/^(?:4|5[1-5]|2[2-7]|3[47]|6011|65)/.test(digits) || /^(\d)\1+$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function isIban(number: string): boolean {
  const letters = number.replace(/ /g, "");
  if (letters.length < 15) return false;
  const digits = (letters.slice(4) + letters.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** Hosts in addresses, but for those of sites that everybody knows. */
function* webHosts(text: string): Generator<SuspiciousSpan> {
  for (const { 0: whole, 1: host = "", index } of text.matchAll(
    /\b(?:https?|wss?|ftp|ssh|git|postgres(?:ql)?|mysql|redis|mongodb(?:\+srv)?|amqps?|ldaps?):\/\/(?:[^\s/@"'<>]{1,100}@)?([A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9][A-Za-z0-9-]{0,62}){1,6})/g,
  )) {
    const start = index + whole.length - host.length;
    if (/\.[A-Za-z]{2,24}$/.test(host) && !isKnownToAll(host.toLowerCase()))
      yield { kind: "web-host", start, end: index + whole.length };
  }
}

/** True when a host belongs to a public site, or to none. */
function isKnownToAll(host: string): boolean {
  if (/^(?:www|docs?|blog|help|learn|support|developers?|cdn)\./.test(host)) return true;
  if (/(?:^|\.)(?:example|test|invalid|localhost)(?:\.[a-z]{2,3})?$/.test(host)) return true;
  const labels = host.split(".");
  // `bbc.co.uk` has its name in front of two endings.
  const endings = /^(?:co|com|org|net|ac|gov|edu)$/.test(labels.at(-2) ?? "") ? 2 : 1;
  return publicSites.has(labels.at(-1 - endings) ?? "");
}

/** Long words in which letters and digits follow each other as chance would have it. */
function* randomTexts(text: string): Generator<SuspiciousSpan> {
  for (const { 0: word, index } of text.matchAll(
    /(?<![\w+/=$%-])[A-Za-z0-9_-]{20,120}(?![\w+/=-])/g,
  ))
    if (isRandom(word)) yield { kind: "random-text", start: index, end: index + word.length };
}

function isRandom(word: string): boolean {
  if (
    /^[0-9a-f]+$|^[0-9A-F-]+$|^[0-9a-f]{8}-[0-9a-f]{4}-|^(?:toolu|msg|req|call|chatcmpl|resp|fc|rs|srvtoolu|agent|sha\d+|thread|run|file)[_-]/.test(
      word,
    )
  )
    return false;
  if (!/[a-z]/.test(word) || !/[A-Z]/.test(word) || (word.match(/\d/g)?.length ?? 0) < 3)
    return false;
  // Names of things are words, whose letters are alike for a while.
  const changes = word.match(/[a-z][A-Z0-9]|[A-Z][a-z0-9]|\d[A-Za-z]/g)?.length ?? 0;
  return changes >= word.length / 4 && entropy(word) >= 3.6;
}

/** In bits per character. */
function entropy(word: string): number {
  const counts = new Map<string, number>();
  for (const character of word) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => {
    const share = count / word.length;
    return sum - share * Math.log2(share);
  }, 0);
}
