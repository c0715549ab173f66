import { createHash } from "node:crypto";
import { endsOfKeyNames, keyNames, passwordNames } from "./assignments.js";
import { isSpoken } from "./letter-pairs.js";
import { isName, isPlaceholder, isSample, looksRandom } from "./placeholder.js";
import { equals, equalsHint, patternRule, type Rule, value } from "./rule.js";

/*
 * Secrets that the form of a file or of an output gives away: of Terraform and Vault, of parsers of
 * arguments, of browsers, of networks, of wallets.
 */

/** Ends of names, also of options. */
const names = `(?:${passwordNames}|${keyNames}|(?:api|access|secret|private)[_-]?key)`;

/** Between quotes. */
const quoted = "[^\\s\"'\\\\]{6,200}";

function isRandom(word: string): boolean {
  return looksRandom(word, 6) && !isName(word);
}

/** True when nobody could read the word aloud. */
function isUnspoken(word: string): boolean {
  return isRandom(word) && !isSpoken(word) && !/[a-z]{3}-[a-z]{3}|\.[a-z]{2,4}$/.test(word);
}

/** Base64 of JSON in which a secret has a name. */
function holdsSecret(encoded: string): boolean {
  const json = Buffer.from(encoded, "base64").toString();
  for (const { groups } of json.matchAll(secretInJson))
    if (!isPlaceholder(groups?.secret ?? "")) return true;
  return false;
}

const secretInJson =
  /(?:password|passwd|secret|token|private_?key(?:_id)?|api_?key|auth|credentials?)"\s{0,20}:\s{0,20}"(?<secret>[^"]{6,})"/gi;

const unsealKeyLists = 'keys_(?:b64|hex|base64)\\\\{0,3}"';

const unsealKey = /(?<=")[A-Za-z0-9+/]{43,90}={0,2}(?=\\{0,3}")/g;

/** Keys of Vault in lists of JSON, in front of what names the last of them or behind it. */
const unsealKeys: Rule = {
  name: "vault-key",
  hints: [unsealKeyLists],
  *find(text, found) {
    let end = 0;
    for (const place of found.get(unsealKeyLists) ?? []) {
      if (place < end) continue;
      const before = text.slice(Math.max(place - 1500, end), place);
      const behind = text.slice(place, place + 2000);
      const start = place - before.length + Math.max(before.lastIndexOf("["), 0);
      end = place + (behind.includes("]") ? behind.indexOf("]") : behind.length);
      for (const { 0: key, index } of text.slice(start, end).matchAll(unsealKey))
        yield { start: start + index, end: start + index + key.length };
    }
  },
};

const link = [
  "reset[_-]?password|password[_-]?reset|password/reset|reset(?:/[A-Za-z0-9]{1,12})?|forgot[_-]?password",
  "confirm[_-]?email|verify[_-]?email|email[_-]?verification|confirm|verify|activate",
  "magic[_-]?link|invite|invitations?|accept[_-]?invite",
].join("|");

/** Four groups of four letters, or what a cut has left of them. */
const fourLetters = "[a-z]{4} [a-z]{4} (?:[a-z]{4} [a-z]{4}|[a-z]{1,4}(?: [a-z]{0,3})?$)";

/** The text between a name and four groups of letters. */
const beforeLetters = "(?:[\"']?[ \\t]{0,4}(?:[:=]|is)[ \\t]{0,4}|[ \\t])[\"'`]?";

/** True when a private key of Bitcoin ends with the right check digits. */
function isWalletKey(key: string): boolean {
  let number = 0n;
  for (const letter of key) number = number * 58n + BigInt(base58.indexOf(letter));
  const bytes = Buffer.from(number.toString(16), "hex");
  const hash = (data: Buffer) => createHash("sha256").update(data).digest();
  return hash(hash(bytes.subarray(0, -4)))
    .subarray(0, 4)
    .equals(bytes.subarray(-4));
}

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** A form, with a hint where each match begins. */
function at(
  name: string,
  hint: string,
  pattern: string,
  accept: (secret: string, match: string) => boolean = isRandom,
): Rule {
  return patternRule(name, pattern, accept, hint, 0);
}

/** Secrets that the form of a file or an output gives away. */
export const fileFormRules: readonly Rule[] = [
  at(
    "encoded-secret",
    "e[yw][Jo0][A-Za-z0-9+/]{24}",
    "(?<![A-Za-z0-9+/_.-])e[yw][Jo0][A-Za-z0-9+/]{24,20000}={0,2}(?![\\w.+/=-])",
    holdsSecret,
  ),
  at(
    "vault-key",
    "(?:Unseal|Recovery) Key [0-9]",
    "(?:Unseal|Recovery) Key [0-9]{1,2}: (?<secret>[A-Za-z0-9+/]{40,90}={0,2})",
  ),
  unsealKeys,
  at(
    "link-token",
    `/(?:${link})/[\\w-]{20}`,
    `/(?:${link})/(?<secret>[\\w-]{20,400})(?![\\w.])`,
    isUnspoken,
  ),
  // Terraform: outputs, and what it changes.
  at(
    "password",
    'sensitive\\\\{0,3}":\\s?true',
    'sensitive\\\\{0,3}":\\s?true,(?:\\s|\\\\n){0,40}(?:\\\\{0,3}"type\\\\{0,3}":\\s?[^{}:]{1,200}?,(?:\\s|\\\\n){0,40})?\\\\{0,3}"value\\\\{0,3}":\\s?\\\\{0,3}"(?<secret>[^"\\\\]{4,500})',
    (word) => !isPlaceholder(word),
  ),
  at(
    "password",
    "random_password",
    'random_password[^{}]{0,200}\\{[^{}]{0,300}?"result\\\\{0,3}":\\s?\\\\{0,3}"(?<secret>[^"\\\\]{4,500})',
  ),
  ...['[^"\\n]{0,500}" -> "', ""].map((old) =>
    at(
      "password",
      "secret_(?:string|data|value)[\"' :=]",
      `secret_(?:string|data|value)["']?[ \\t]{0,20}[:=][ \\t]{0,4}"${old}(?<secret>[^"\\s\\\\]{4,500})"`,
    ),
  ),
  // A variable of the shell with a default, behind the name that gives it away.
  at(
    "password",
    `(?:${passwordNames}|${endsOfKeyNames})(?:=|:[ \\t])["']?\\$\\{\\w{1,60}[:-]`,
    `(?:${passwordNames}|${keyNames})(?:=|:[ \\t])["']?\\$\\{\\w{1,60}:?[-=](?<secret>[^\\s"'\${}]{4,200})\\}`,
  ),
  // Parsers of arguments.
  at(
    "password",
    "efault(?:_value|Value)?[ \\t]?[=:(][ \\t]?[\"'][^\\s\"']{6}",
    `(?<=["']-{0,2}[\\w-]{0,30}${names}["'][^\\n]{0,160})efault(?:_value|Value)?[ \\t]?[=:(][ \\t]?["'](?<secret>${quoted})["']`,
  ),
  at(
    "password",
    "default_value[ \\t]?=[ \\t]?[\"'][^\\s\"']{6}",
    `default_value[ \\t]?=[ \\t]?["'](?<secret>${quoted})["'][^\\n]{0,80}\\]\\s{1,20}(?:pub )?\\w{0,30}${names}:`,
  ),
  at(
    "password",
    "\\.[Oo]ption\\([\"']",
    `\\.[Oo]ption\\(["'](?<secret>${quoted})["'],\\s?["']--[\\w-]{0,30}${names}["']`,
  ),
  at(
    "password",
    "\\.[Oo]ption\\([\"']",
    `\\.option\\(["'](?:-\\w,? )?--[\\w-]{0,30}${names} [<[][^\\n"']{1,30}["'],\\s?["'][^"'\\n]{0,100}["'],\\s?["'](?<secret>${quoted})["']`,
  ),
  at(
    "password",
    "StringVarP?\\(",
    `StringVarP?\\(&?[\\w.]{1,40},\\s?"[\\w-]{0,30}${names}",\\s?(?:"\\w?",\\s?)?"(?<secret>${quoted})"`,
  ),
  at(
    "cookie",
    "\\t(?:TRUE|FALSE)\\t/",
    "\\t(?:TRUE|FALSE)\\t/[^\\t\\n]{0,200}\\t(?:TRUE|FALSE)\\t[0-9.]{1,20}\\t[^\\t\\n]{1,200}\\t(?<secret>[^\\s]{8,4000})",
  ),
  at(
    "private-key",
    "<(?:[DPQ]|D[PQ]|InverseQ)>\\s{0,9}[A-Za-z0-9+/]{20}",
    "<(?:[DPQ]|D[PQ]|InverseQ)>\\s{0,9}(?<secret>[A-Za-z0-9+/]{40,1500}={0,2})\\s{0,9}</",
    (key) => !isSample(key),
  ),
  // What Google gives to programs instead of a password.
  at(
    "password",
    `(?:[Pp]ass(?:word)?|PASS(?:WORD)?)${beforeLetters}${fourLetters}`,
    `(?:[Pp]ass(?:word)?|PASS(?:WORD)?)${beforeLetters}(?<secret>${fourLetters})(?![a-z])`,
    (letters) => !isSpoken(letters.replaceAll(" ", "")),
  ),
  at(
    "password",
    `login\\(["'][^"'\\n]{3,80}["'],\\s?["']${fourLetters}`,
    `login\\(["'][^"'\\n]{3,80}["'],\\s?["'](?<secret>${fourLetters})["']`,
    (letters) => !isSpoken(letters.replaceAll(" ", "")),
  ),
  // Wallets.
  at(
    "private-key",
    "(?:\\([0-9]{1,3}\\) |_PK[ \\t]?[=:][ \\t]?[\"']?|accounts\\\\{0,3}[\"']?:\\s?\\[\\s{0,20}[\"'])0x[0-9a-fA-F]{16}",
    "(?:\\([0-9]{1,3}\\) |_PK[ \\t]?[=:][ \\t]?[\"']?|accounts\\\\{0,3}[\"']?:\\s?\\[\\s{0,20}[\"'])(?<secret>0x[0-9a-fA-F]{64})(?![0-9a-fA-F])",
    (key) => !isSample(key),
  ),
  at(
    "private-key",
    "(?:WIF|wif|importprivkey|dumpprivkey|privkey|sweep)[\"']?[ \\t:=\\n]",
    "(?<![A-Za-z])(?:WIF|wif|importprivkey|dumpprivkey|privkey|sweep)[\"']?[\\s:=]{1,4}(?:\\S{1,80}\\s)?[\"']?(?<secret>[5KLc9][A-Za-z0-9]{50,51})(?![A-Za-z0-9])",
  ),
  // Not behind a space: words begin so too often.
  at(
    "private-key",
    "[\"'`:→][5KL][1-9A-HJ-NP-Za-km-z]{50}",
    "[\"'`:→](?<secret>[5KL][1-9A-HJ-NP-Za-km-z]{50,51})(?![A-Za-z0-9+/])",
    isWalletKey,
  ),
  // Networks.
  at("password", `_PSK${equalsHint}`, `_PSK${equals}${value}`),
  at(
    "password",
    "(?:pre-shared-key|wpa-psk|isakmp key|: PSK)[ \\t]",
    "(?:pre-shared-key|wpa-psk|isakmp key|: PSK)[ \\t]{1,4}(?:(?:local|remote|ascii|ascii-text|hex|[0-9])[ \\t]){0,2}[\"']?(?<secret>[^\\s\"']{6,100})",
  ),
  at(
    "snmp-community",
    "(?:snmp-server community|snmp community|r[ow]community6?|com2sec6?)[ \\t]",
    "(?:snmp-server community|snmp community|r[ow]community6?|com2sec6?[ \\t]{1,9}\\S{1,60}[ \\t]{1,9}\\S{1,60})[ \\t]{1,9}[\"']?(?<secret>[^\\s\"']{6,100})",
  ),
  at(
    "snmp-community",
    "snmp(?:walk|get|set|bulkwalk|bulkget)[ \\t]",
    "snmp(?:walk|get|set|bulkwalk|bulkget)[ \\t][^\\n|;&]{0,80}?-c[ \\t]{0,4}[\"']?(?<secret>[^\\s\"']{6,100})",
  ),
  at(
    "snmp-community",
    `(?:snmp|SNMP)_?(?:community|COMMUNITY|Community)${equalsHint}`,
    `(?:snmp|SNMP)_?(?:community|COMMUNITY|Community)${equals}${value}`,
  ),
  // A list of users, as PgBouncer has it.
  at(
    "password",
    '" "[^"\\s]{6,200}"(?:[\\r\\n]|$)',
    '(?<=(?:^|[\\r\\n])"[\\w.-]{1,60})" "(?<secret>[^"\\s]{6,200})"(?=[\\r\\n]|$)',
  ),
  // What the server of MySQL logs at its first start.
  at(
    "password",
    "temporary password is generated",
    "temporary password is generated for \\S{1,100}: (?<secret>\\S{6,100})",
    (word) => !isPlaceholder(word),
  ),
  // HTML within HTML.
  at(
    "password",
    "type=&quot;password&quot;",
    "type=&quot;password&quot;[^\\n<>]{0,200}?value=&quot;(?<secret>[^\\s&]{4,200})&quot;",
  ),
];
