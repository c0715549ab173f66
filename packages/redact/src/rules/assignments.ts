import { isSpoken } from "./letter-pairs.js";
import {
  hasSignsInside,
  isGenerated,
  isName,
  isPlaceholder,
  isWord,
  looksRandom,
} from "./placeholder.js";
import {
  blank,
  equals,
  equalsHint,
  isQuoted,
  number,
  patternRule,
  quotedValue,
  type Rule,
  value,
} from "./rule.js";

/*
 * Values that only their name makes a secret: DB_PASSWORD=…, "api_key": "…", --token …
 */

/** Ends of the names of passwords. */
export const passwordNames =
  "[Pp]ass(?:word|wd|phrase|code)|PASS(?:WORD|WD|PHRASE|CODE)|(?<=[A-Z0-9]_|SSH)PASS|[Pp]wd|PWD";

/** Names that other things have, too: what passed a test is printed behind "PASS:". */
const shortNames =
  "(?<![A-Za-z])(?:[Pp]ass|[Pp]w|PW|psk|PASS(?=\\\\{0,3}[\"']?=))|(?<=[a-z])Pass|(?<=db|user|ftp|smtp)pass";

const kindsOfKeys = [
  "[Ss]ecret|[Aa]pi|API|[Aa]ccess|[Aa]uth|[Pp]rivate|[Ee]ncryption|[Ss]igning|[Mm]aster",
  "[Aa]pp|[Aa]dmin|[Aa]ccount|[Cc]onsumer|[Ss]ubscription|[Ss]hared|[Rr]ole|[Hh]mac|[Ll]icense",
].join("|");

/** Ends of the names of keys and tokens. Texts before "key" are looked at last: it is faster. */
export const keyNames = [
  // Behind ":secret:" of a resource's name at Amazon stands what the secret is called.
  // Settings of Helm name a secret of the cluster, and schemas of Amazon a kind of resource.
  "[Ss]ecret(?<!:[0-9]{12}:secret|[Ee]xisting_?[Ss]ecret|AWS::[A-Za-z0-9]{2,40}::[A-Za-z]{0,40}Secret)|SecretString|SECRET|[Tt]oken|TOKEN|[Cc]redential|CREDENTIAL",
  "(?<=[A-Z0-9]_)(?:PAT|AUTH|CREDS?|PSW|HMAC)|(?<=[a-z0-9]_)(?:creds|psw)",
  "device_code|code_verifier|codeVerifier",
  `[Kk]ey(?<=(?:${kindsOfKeys})[._-]?[Kk]ey)(?<!AWS::[A-Za-z0-9]{2,40}::[A-Za-z]{0,40}Key)`,
  "KEY(?<=(?:SECRET|API|ACCESS|AUTH|PRIVATE|ENCRYPTION|SIGNING|MASTER|APPLICATION|ACCOUNT|SUBSCRIPTION)[_-]?KEY)",
].join("|");

/** The same for hints: shorter. */
export const endsOfKeyNames =
  "(?<=_)(?:PAT|AUTH|CREDS?|PSW|HMAC|creds|psw)|device_code|code_verifier|codeVerifier|[Ss]ecret(?:String)?|SECRET|[Tt]oken|TOKEN|[Cc]redential|CREDENTIAL|[Kk]ey(?<=[tishengrpdcTISHENGR][._-]?[Kk]ey)|KEY(?<=[TISHENGR][_-]?KEY)";

/**
 * The sign after an option, in hints, which leave out its first letter: a line of dashes is none.
 */
const optionEnd = "(?:[ \\t]|\\\\{0,7}[\"'],)";

const quoteEnd = "\\\\{0,7}[\"']";

/** An option of GnuPG, and the fingerprint of a key or its end. */
const publicKey = `(?:recv|receive|send|edit|sign|lsign|default|trusted)-key${blank}["']?(?:0x)?[0-9A-Fa-f]{8,40}(?![\\w+/=-])`;

/** The words by which settings of GnuPG, of Git and of images of Docker name a key. */
const fingerprint =
  "(?<=[Ss]igning[Kk]ey|[GP]PG_KEY)[ \\t]{0,4}[=:][ \\t]{0,4}[\"']?(?:0x)?[0-9A-Fa-f]{8,40}(?![\\w+/=-])";

/** Passwords and keys with their name in front of them, in code, in settings, in commands. */
export const assignmentRules: readonly Rule[] = [
  patternRule(
    "password",
    `(?:${passwordNames})${number}${equals}${value}`,
    isPassword,
    `(?:${passwordNames})${equalsHint}`,
    0,
  ),
  patternRule(
    "api-key",
    `(?:${keyNames})(?!${fingerprint})${number}${equals}${value}`,
    isKey,
    `(?:${endsOfKeyNames})${equalsHint}`,
    0,
  ),
  // Such names have keys of caches and of the browser's storage, too.
  patternRule(
    "api-key",
    `(?:_KEY(?<=[A-Z0-9]_KEY)(?<!(?:PUBLIC|PUBLISHABLE|SITE)_KEY)|_SALT|_PEPPER|[Kk]ey(?<=[a-z0-9][_-]key|[a-z]Key)(?<!(?:ublic|ublishable|ite)[_-]?[Kk]ey))(?!${fingerprint})${number}${equals}${value}`,
    (secret, match) =>
      looksRandom(secret, 20) &&
      isKey(secret, match) &&
      (/^_KEY/.test(match) || (isGenerated(secret) && !isSpoken(secret))) &&
      !isName(secret) &&
      ((/^_KEY/.test(match) && uuid.test(secret)) || !/[a-z]-[a-z]/.test(secret)),
    `(?:_KEY|_SALT|_PEPPER|[Kk]ey(?<=[a-z0-9][_-]key|[a-z]Key))${equalsHint}`,
    0,
  ),
  patternRule(
    "password",
    `(?:${shortNames})${number}${equals}${value}`,
    (secret, match) =>
      isPassword(secret, match) &&
      /^[!-~]+$/.test(secret) &&
      looksRandom(secret, 6) &&
      !isName(secret),
    `(?:[Pp]ass|[Pp][Ww]|psk)${equalsHint}.`,
    0,
  ),
  patternRule(
    "password",
    `(?:--(?:[a-z]{1,9}[-_]){0,3}pass(?:word|wd|phrase)?|-[Pp]assword)${blank}${value}`,
    isPassword,
    `(?:--[a-z][a-z_-]{0,30}ass(?:word|wd|phrase)?${optionEnd}|-[Pp]assword[ \\t])`,
  ),
  patternRule(
    "api-key",
    `--(?!${publicKey})(?:[a-z]{1,9}-){0,3}(?:token|secret|key)${blank}${value}`,
    isKey,
    `--[a-z][a-z_-]{0,30}(?:oken|ecret|ey)${optionEnd}`,
  ),
  // The same in a list, as programs that start others have them.
  ...[
    ["password", "pass(?:word|wd|phrase)?", "ass(?:word|wd|phrase)?", isPassword] as const,
    ["api-key", "(?:token|secret|key)", "(?:oken|ecret|ey)", isKey] as const,
  ].map(([name, option, end, accept]) =>
    patternRule(
      name,
      `--(?:[a-z]{1,9}[-_]){0,3}${option}${quoteEnd},(?:\\s|\\\\n){0,40}${quoteEnd}(?<secret>${quotedValue})`,
      accept,
      `--[a-z][a-z_-]{0,30}${end}${optionEnd}`,
    ),
  ),
];

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** True when a value behind the name of a password is one, as far as its looks can tell. */
export function isPassword(secret: string, match: string): boolean {
  if (isPlaceholder(secret) || isExpression(secret, match)) return false;
  if (isWorkingFolder(secret, match)) return false;
  if (isSetting(match)) return true;
  if (isQuoted(secret, match)) return !isWord(secret);
  return looksRandom(secret, 6) && !isName(secret);
}

/** A shell calls the folder that it is in PWD, and no password begins as its path does. */
export function isWorkingFolder(secret: string, match: string): boolean {
  const isPath = /^\/(?:[a-z]{2,12}|Users|Volumes)(?:\/[\w.@+-]{1,100}){1,40}\/?$/.test(secret);
  return isPath && /^\s*(?:export )?["']?PWD\b/.test(match);
}

/** True when a value behind the name of a key is one, as far as its looks can tell. */
export function isKey(secret: string, match: string): boolean {
  // Most of what code gives to such names is short, and needs no closer look.
  if (secret.length < (isSetting(match) ? 8 : 12)) return false;
  if (isExpression(secret, match) || isPlaceholder(secret)) return false;
  if (isSetting(match)) return looksRandom(secret, 8);
  if (isQuoted(secret, match)) {
    const isFunction = /^[A-Za-z]+$/.test(secret) && isName(secret);
    return (looksRandom(secret, 12) && !isFunction) || hasSignsInside(secret);
  }
  // A sentence of another alphabet may go on where one of ours would have a space.
  const ascii = secret.replace(/[^!-~]+/g, "");
  if (isName(ascii) || isCamelCase(ascii) || isOfEnum(ascii)) return false;
  return looksRandom(secret, 12) && looksRandom(ascii, 12);
}

/** `flyboxJwt`: random letters have no words of three and more, all of them with a capital. */
function isCamelCase(value: string): boolean {
  return /^[a-z]{3,20}(?:[A-Z][a-z]{2,20}){1,4}$/.test(value);
}

/** `SyntaxKind.EOF`: what a parser sets its token to. */
function isOfEnum(value: string): boolean {
  return /^(?:[A-Z][a-z]+)+\.[A-Z][A-Za-z]*$/.test(value);
}

/** `DB_PASSWORD=…`: in the environment, every value is meant as it is written. */
function isSetting(match: string): boolean {
  return /^[A-Z0-9_]+=[^=\s]/.test(match);
}

/** A value in code without quotes may also be a comparison, a condition, or a number. */
function isExpression(secret: string, match: string): boolean {
  if (isSetting(match) || isQuoted(secret, match)) return false;
  return /=[ \t]*=/.test(match) || /[?:=][^=]/.test(secret) || /^0x|^[\d.]+$/.test(secret);
}
