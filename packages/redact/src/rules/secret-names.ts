import { nameSet } from "@chatexport/core/read";
import { isPlaceholder, isWord, looksRandom } from "./placeholder.js";

/** The rule by which all of a value is secret because its key says so, or undefined. */
export function ruleForKey(key: string, value: string): string | undefined {
  if (value.length < 4 || value.length > 8000 || !mayNameSecret(key)) return undefined;
  const name = key.replace(/[-_ .]/g, "").toLowerCase();
  if (endsWith(name, passwords)) return isPassword(value) ? "password" : undefined;
  // What passed a test has this name, too.
  if (/(?:^|[-_.])pass$|_PASS$|[a-z]Pass$/.test(key))
    return isPassword(value) && looksRandom(value, 6) ? "password" : undefined;
  if (endsWith(name, keys))
    return looksRandom(value, 8) && isOneWord(value) ? "api-key" : undefined;
  if (name === "cookie" || name === "setcookie") return /=.{8}/.test(value) ? "cookie" : undefined;
  return undefined;
}

/** True when a key could say that its value is a secret. */
export function mayNameSecret(key: string): boolean {
  return secretName.test(key);
}

const secretName = /pass|pwd|secret|token|key|credential|cookie/i;
const passwords = ["password", "passwd", "passphrase", "pwd"];
const keys = [
  ...nameSet(
    "secret token credential apikey accesskey authkey privatekey secretkey encryptionkey",
    "signingkey masterkey accountkey appkey consumerkey subscriptionkey sharedkey",
  ),
];

function endsWith(name: string, ends: readonly string[]): boolean {
  return ends.some((end) => name.endsWith(end));
}

function isPassword(value: string): boolean {
  return isOneWord(value) && !isPlaceholder(value) && !(isWord(value) && value.length < 6);
}

function isOneWord(value: string): boolean {
  return !/\s/.test(value);
}
