import {
  endsOfKeyNames,
  isKey,
  isPassword,
  isWorkingFolder,
  keyNames,
  passwordNames,
} from "./assignments.js";
import { isSpoken } from "./letter-pairs.js";
import {
  hasSignsInside,
  isChosen,
  isGenerated,
  isName,
  isPlaceholder,
  isTemplate,
  isWord,
  isWordWithNumber,
  looksRandom,
} from "./placeholder.js";
import { number, patternRule, type Rule, value, wordCharacter } from "./rule.js";

/*
 * Values that only their name makes a secret, without a sign between the two: elements of XML,
 * pairs of name and value, tables, SQL, sentences, lines of settings.
 */

const nameAndValue =
  "(?:\\\\{0,7}[\"'])?,?\\s{1,30}(?:\\\\{0,7}[\"'])?(?:android:)?[Vv]alue(?:\\\\{0,7}[\"'])?[ \\t]{0,4}[:=][ \\t]{0,4}";

const quoteMark = "\\\\{0,7}[\"']";
const gap = "(?:\\s|\\\\n){0,40}";

/** Other fields of an object: `"type": "PLAINTEXT", "slotSetting": false,`. */
const fields = `(?:${quoteMark}[\\w-]{1,30}${quoteMark}:\\s?(?:${quoteMark}[^"'\\\\\\n]{0,60}${quoteMark}|[\\w.-]{1,20}),${gap}){0,3}`;

/** Name and value as two fields of one object in JSON. */
const twoFields = `${quoteMark},${gap}${fields}${quoteMark}\\w{0,12}[Vv]alue${quoteMark}\\s?:\\s?`;

/** Among what else an output of Terraform or a schema says about itself. */
const output =
  "\\\\{0,7}[\"']:\\s?\\{(?:[^{}]{0,120},)?\\s{0,30}\\\\{0,7}[\"'](?:value|default)\\\\{0,7}[\"']:\\s?";
/** In lists of properties, and in settings in XML. */
const element = "(?:</key>\\s{0,20}<string>|</name>\\s{0,20}<value>|[\"']>)";
const pair = `(?:${nameAndValue}|${twoFields}|${output}|${element})`;
const pairHint = `(?:\\\\{0,7}["']?,?\\s{0,30}\\\\{0,7}["']?(?:android:)?[Vv]alue|${quoteMark},${gap}${quoteMark}\\w{1,30}${quoteMark}:|\\\\{0,7}["']:\\s?\\{|</key>|</name>|["']>)`;

/** A value whose name is a later field of the object. */
const before = (names: string) =>
  `(?<=[Vv]alue${quoteMark}:\\s?${quoteMark}(?<secret>[^\\s"'\\\\]{4,500})${quoteMark},${gap}${fields}${quoteMark}\\w{0,12}(?:[Nn]ame|[Kk]ey)${quoteMark}:\\s?${quoteMark}[\\w.-]{0,60})(?:${names})${number}${quoteMark}`;

const beforeHint = `[A-Z0-9_]{0,12}${quoteMark}${gap}[,}]`;

/** The beginning of a line, also one that a diff adds, and behind the number that tools put in front of it. */
const lineStart = "(?:^|[\\r\\n]|\\\\n)(?:[+-]|[ \\t]{0,6}[0-9]{1,6}(?:→|\\t))?";

/** Commands and directives that set a variable to the text after its name. */
const setters = "set -[gxU]{1,3}|setx|ENV|[Ss]et[Ee]nv";

/** Passwords and keys with their name in front of them, without a sign between them. */
export const namedValueRules: readonly Rule[] = [
  patternRule(
    "password",
    `(?:${passwordNames})${number}${pair}${value}`,
    isPassword,
    `(?:${passwordNames})[A-Z0-9_]{0,12}${pairHint}`,
    0,
  ),
  patternRule(
    "api-key",
    `(?:${keyNames})${number}${pair}${value}`,
    isKey,
    `(?:${endsOfKeyNames})[A-Z0-9_]{0,12}${pairHint}`,
    0,
  ),
  patternRule(
    "password",
    before(passwordNames),
    (secret) => !isPlaceholder(secret) && !isWord(secret),
    `(?:${passwordNames})${beforeHint}`,
    0,
  ),
  patternRule(
    "api-key",
    before(keyNames),
    (secret) => looksRandom(secret, 12) && !isName(secret),
    `(?:${endsOfKeyNames})${beforeHint}`,
    0,
  ),
  // What an agent typed into a field of a page, and what the page then shows.
  patternRule(
    "password",
    `(?:element|selector)${quoteMark}:\\s?${quoteMark}[^"'\\\\\\n]{0,60}?[Pp]assword[^"'\\\\\\n]{0,30}${quoteMark},${gap}${fields}${quoteMark}(?:text|value)${quoteMark}:\\s?${quoteMark}(?<secret>[^\\s"'\\\\]{4,200})${quoteMark}`,
    (secret) => !isPlaceholder(secret) && !isWord(secret),
    `(?:element|selector)${quoteMark}:\\s?${quoteMark}[^"'\\\\\\n]{0,60}[Pp]assword`,
    0,
  ),
  patternRule(
    "password",
    `textbox \\\\{0,3}"[^"\\n]{0,40}[Pp]assword[^"\\n]{0,20}"(?: \\[[\\w=-]{1,20}\\]){0,4}: (?<secret>${wordCharacter}{4,200})`,
    (secret) => !isPlaceholder(secret) && !isWord(secret),
    'textbox \\\\{0,3}"[^"\\n]{0,40}[Pp]assword',
    0,
  ),
  patternRule(
    "password",
    `(?:${passwordNames})>\\s{0,40}(?<secret>[^\\s<>]{4,200})\\s{0,40}</`,
    (secret) => !isPlaceholder(secret) && !isWord(secret),
    `(?:${passwordNames})>`,
    0,
  ),
  patternRule(
    "api-key",
    `(?:${keyNames})>\\s{0,40}(?<secret>[^\\s<>]{12,4000})\\s{0,40}</`,
    (secret) => looksRandom(secret, 12),
    `(?:${endsOfKeyNames})>`,
    0,
  ),
  ...[
    ["password", passwordNames, passwordNames, 6] as const,
    ["api-key", `${keyNames}|API [Kk]ey`, `${endsOfKeyNames}|API [Kk]ey`, 12] as const,
  ].map(([name, names, ends, shortest]) =>
    patternRule(
      name,
      `(?:${names}):?</(?:td|th|dt|b|strong|span|label)>\\s{0,20}<(?:td|dd|code|span)(?:[ \\t][^<>]{0,80})?>(?<secret>[^\\s<>]{4,2000})<`,
      (secret) => looksRandom(secret, shortest) && !isName(secret),
      `(?:${ends}):?</[a-z]`,
      0,
    ),
  ),
  patternRule(
    "password",
    `\\|[ \\t*\`]{1,4}(?:[\\w-]{1,20}[ \\t]){0,2}[\\w.-]{0,60}?(?:${passwordNames})[ \\t*\`]{0,20}\\|[ \\t*\`]{0,4}(?<secret>[^\\s|\`]{6,100})[ \\t*\`]{0,80}\\|`,
    (secret) => looksRandom(secret, 6) && !isName(secret) && !columnType.test(secret),
    `(?:${passwordNames})[ \\t*\`]{0,20}\\|`,
  ),
  patternRule(
    "api-key",
    `(?:${keyNames}|API [Kk]ey)[ \\t*\`]{0,20}\\|[ \\t*\`]{0,4}(?<secret>[^\\s|\`]{12,2000})[ \\t*\`]{0,80}\\|`,
    isMade,
    `(?:${endsOfKeyNames}|API [Kk]ey)[ \\t*\`]{0,20}\\|`,
    0,
  ),
  // Two columns, as Vault prints them.
  patternRule(
    "api-key",
    `(?:${keyNames})${number}[ ]{2,40}(?<secret>[A-Za-z0-9+/=_-]{16,2000})[ \\t]*(?=[\\r\\n]|\\\\n|$)`,
    (secret) => isMade(secret) && /[0-9]/.test(secret),
    `(?:${endsOfKeyNames})(?:_[A-Z0-9]{1,10}|[0-9]{1,2})?[ ]{2}`,
    0,
  ),
  patternRule(
    "password",
    `(?:${passwordNames})${number}[ ]{2,40}(?<secret>${wordCharacter}{8,200})[ \\t]*(?=[\\r\\n]|\\\\n|$)`,
    isChosenOrMade,
    `(?:${passwordNames})(?:_[A-Z0-9]{1,10}|[0-9]{1,2})?[ ]{2}`,
    0,
  ),
  // A record of psql, with a field in each line.
  ...[
    ["password", passwordNames, passwordNames, isChosenOrMade] as const,
    ["api-key", keyNames, endsOfKeyNames, isMade] as const,
  ].map(([name, names, ends, accept]) =>
    patternRule(
      name,
      `(?<=${lineStart})\\w{0,60}?(?:${names})[ ]{0,40}\\| (?<secret>[^\\s|]{8,2000})[ \\t]*(?=[\\r\\n]|\\\\n|$)`,
      accept,
      `(?:${ends})[ ]{0,40}\\| [^ |]`,
    ),
  ),
  // Options in a list of YAML, and fields of a form.
  ...[
    ["password", passwordNames, passwordNames, isChosenOrMade] as const,
    ["api-key", `${keyNames}|(?<=-)key`, `${endsOfKeyNames}|(?<=-)key`, isMade] as const,
  ].flatMap(([name, names, ends, accept]) => [
    patternRule(
      name,
      `(?<=- ["']?--[a-z-]{0,40})(?:${names})["']?\\r?\\n[ \\t]{0,20}- ["']?(?<secret>[^\\s"'\\\\]{8,2000})["']?[ \\t]*(?=[\\r\\n]|$)`,
      accept,
      `(?:${ends})["']?\\r?\\n[ \\t]{0,20}- `,
      0,
    ),
    patternRule(
      name,
      `(?<=name=\\\\{0,3}"[\\w.-]{0,60})(?:${names})\\\\{0,3}"(?:\\r?\\n|(?:\\\\r)?\\\\n){2}(?<secret>${wordCharacter}{4,2000})(?=[\\r\\n]|\\\\[rn]|$)`,
      (secret) => !isPlaceholder(secret),
      `(?:${ends})\\\\{0,3}"(?:\\r?\\n|(?:\\\\r)?\\\\n)`,
      0,
    ),
  ]),
  // What the commands of Azure and Amazon call the names of keys, and their values.
  patternRule(
    "api-key",
    `(?:keyName|SecureString\\\\{0,3}")[^{}]{0,300}?[Vv]alue\\\\{0,3}"\\s?:\\s?\\\\{0,3}"(?<secret>[^\\s"\\\\]{8,4000})`,
    isMade,
    'keyName\\\\{0,3}"|SecureString\\\\{0,3}"',
    0,
  ),
  patternRule(
    "password",
    `(?:${passwordNames})[ \\t](?:is|was|to)[ \\t]{0,2}:?[ \\t]{0,2}[*"'\`]{0,3}(?<secret>(?:(?![*<>()])${wordCharacter}){6,100})`,
    isInSentence,
    `(?:${passwordNames})[ \\t](?:is|was|to)[ \\t:]`,
    0,
  ),
  patternRule(
    "password",
    `[ \\t\\n]login[ \\t]{1,8}\\S{1,100}\\s{1,20}password[ \\t]{1,8}(?<secret>${wordCharacter}{4,200})`,
    (secret) => !isPlaceholder(secret),
    "login[ \\t]{1,8}\\S{1,100}\\s{1,20}password[ \\t]",
  ),
  patternRule(
    "password",
    `(?:${setters})[ \\t]{1,4}\\w{0,60}(?:${passwordNames})${number}[ \\t]{1,4}${value}`,
    isPassword,
    `(?:${setters})[ \\t]{1,4}\\w{0,60}(?:${passwordNames})`,
  ),
  patternRule(
    "api-key",
    `(?:${setters})[ \\t]{1,4}\\w{0,60}(?:${keyNames})${number}[ \\t]{1,4}${value}`,
    isKey,
    `(?:${setters})[ \\t]{1,4}\\w{0,60}(?:${endsOfKeyNames})`,
  ),
  // Behind the name, a line of settings is nothing but the value, whatever characters that has.
  patternRule(
    "password",
    `(?<=${lineStart})(?:export )?[A-Z0-9_]{0,40}(?:PASS(?:WORD|WD|PHRASE)?|PWD|PW)=(?<secret>[^\\s"'\`\\\\]{4,200})(?=[\\r\\n]|\\\\[nr]|$)`,
    (secret, match) => isLine(secret) && !isWorkingFolder(secret, match),
    "(?:PASS(?:WORD|WD|PHRASE)?|PWD|PW)=.",
  ),
  // So are one of Compose, of .ini and .properties, and what stands in a string of settings up to its sign.
  patternRule(
    "password",
    `(?<=${lineStart})[ \\t]{0,20}(?:- )?["']?[\\w.-]{0,80}?(?:${passwordNames})[ \\t]?=[ \\t]?(?<secret>[^\\s"'\\\\]{6,200})["']?(?=[\\r\\n]|\\\\[nr]|$)`,
    (secret, match) => isMade(secret) && !isWorkingFolder(secret, match),
    `(?:${passwordNames})[ \\t]?=[ \\t]?[^\\s"'\\\\=]`,
  ),
  ...["[?&]", ";[ ]?"].map((sign) =>
    patternRule(
      "password",
      `${sign}(?:[Pp]assword|[Pp]wd|PWD)=(?<secret>[^\\s;"'\\\\${sign === "[?&]" ? "&" : ""}]{6,200})`,
      isMade,
      `${sign}(?:[Pp]assword|[Pp]wd|PWD)=`,
      0,
    ),
  ),
  // Nor does a line of YAML end before its value does.
  patternRule(
    "password",
    `(?:${passwordNames})${number}:[ \\t]{1,4}(?<secret>[^\\s"'\`\\\\]{8,200})(?=[\\r\\n]|\\\\[nr]|$)`,
    // In code, the name of a type stands there: `password: StringMaxLen256;`.
    (secret) =>
      !isPlaceholder(secret) && isGenerated(secret) && !isName(secret.replace(/[;,]$/, "")),
    `(?:${passwordNames})${number}:[ \\t]`,
    0,
  ),
  // What a variable of Terraform is where nothing says otherwise.
  ...[
    ["password", passwordNames, passwordNames, isPassword] as const,
    ["api-key", keyNames, endsOfKeyNames, isKey] as const,
  ].map(([name, names, ends, accept]) =>
    patternRule(
      name,
      `(?:${names})"[ \\t]{0,4}\\{[^{}]{0,300}?default[ \\t]{0,20}=[ \\t]{0,4}"(?<secret>[^\\s"$]{4,500})"`,
      accept,
      `(?:${ends})"[ \\t]{0,4}\\{`,
      0,
    ),
  ),
  // Alone in the line below: a block of YAML, a document of a shell, a value in parentheses.
  ...[["password", passwordNames, 8] as const, ["api-key", keyNames, 16] as const].map(
    ([name, names, shortest]) =>
      patternRule(
        name,
        `(?:${names})["']?[ \\t]?[:=][ \\t]?(?:[|>][+-]?|<<[~-]?["']?[A-Z]{2,12}["']?|\\(|\\r?\\n-{4})?\\r?\\n[ \\t]{0,20}["']?(?<secret>[^\\s"'\\\\]{8,2000})["']?[ \\t]*(?=[\\r\\n]|$)`,
        (secret) =>
          looksRandom(secret, shortest) && isMade(secret) && !/[:=,;{([]$|[[({=]/.test(secret),
        `(?:${name === "password" ? names : endsOfKeyNames})["']?[ \\t]?[:=][ \\t]?(?:[|>][+-]?|<<[~-]?["']?[A-Z]{2,12}["']?|\\(|\\r?\\n-{4})?\\r?\\n`,
        0,
      ),
  ),
  // The salts of WordPress are of all characters.
  patternRule(
    "api-key",
    "_(?:KEY|SALT)',[ \\t]{1,12}'(?<secret>[^'\\r\\n]{40,100})'",
    (secret) => isGenerated(secret.replaceAll(" ", "")),
    "_(?:KEY|SALT)',[ \\t]",
    0,
  ),
  // In the settings of Composer, the host stands between.
  patternRule(
    "api-key",
    '(?:git(?:hub|lab)-(?:oauth|token)|bearer)"\\s?:\\s?\\{\\s{0,40}"[\\w.-]{3,80}"\\s?:\\s?"(?<secret>[^\\s"]{16,500})',
    (secret) => looksRandom(secret, 16),
    '(?:git(?:hub|lab)-(?:oauth|token)|bearer)"\\s?:',
    0,
  ),
  // A plan of Terraform shows what was and what will be.
  patternRule(
    "password",
    `(?:${passwordNames})"?[ \\t]{0,40}[=:][ \\t]{0,4}(?:"[^"\\n]{0,200}"|\\([a-z ]{1,40}\\))[ \\t]{1,4}->[ \\t]{1,4}"(?<secret>[^\\s"]{4,500})"`,
    (secret) => !isPlaceholder(secret) && !isWord(secret),
    `(?:${passwordNames})"?[ \\t]{0,40}[=:][ \\t]{0,4}["(]`,
    0,
  ),
  patternRule(
    "api-key",
    `(?:${keyNames})"?[ \\t]{0,40}[=:][ \\t]{0,4}(?:"[^"\\n]{0,200}"|\\([a-z ]{1,40}\\))[ \\t]{1,4}->[ \\t]{1,4}"(?<secret>[^\\s"]{8,500})"`,
    (secret) => looksRandom(secret, 8),
    `(?:${endsOfKeyNames})"?[ \\t]{0,40}[=:][ \\t]{0,4}["(]`,
    0,
  ),
];

/** True when a value is a password and no code, wherever its signs are. */
function isMade(secret: string): boolean {
  if (isPlaceholder(secret) || isName(secret) || markup.test(secret)) return false;
  return (
    !isSpoken(secret) || (!code.test(secret) && (isGenerated(secret) || hasSignsInside(secret)))
  );
}

function isChosenOrMade(secret: string): boolean {
  if (isPlaceholder(secret) || isName(secret) || columnType.test(secret)) return false;
  return isGenerated(secret) || isChosen(secret) || isWordWithNumber(secret);
}

const markup = /&(?:quot|apos|lt|gt|amp|#[0-9]{1,4});/;
const code = /^[\w.$]*\(|[!=]==|&&|\|\||=>/;

/** Tables describe those of databases, too. */
const columnType = /^n?(?:var)?(?:char|binary|text|int)[0-9]*(?:\(|$)/i;

/** The text after "the password is" may also be a word of the sentence: "base64-encoded". */
function isInSentence(secret: string, match: string): boolean {
  if (/["'`]/.test(match.at(-secret.length - 1) ?? ""))
    return isWordWithNumber(secret) || (looksRandom(secret, 6) && !isName(secret));
  const word = secret.replace(/[.,:;]$/, "");
  if (isWordWithNumber(word)) return true;
  return looksRandom(secret, 6) && !/^[A-Za-z]+-?[0-9]*(?:-[A-Za-z0-9]+)*$/.test(word);
}

function isLine(secret: string): boolean {
  if (isTemplate(secret)) return false;
  if (/^[<{([*]|\$[({]/.test(secret) && !isGenerated(secret)) return false;
  const plain = secret.replace(/[()[\]{}<>|;,&#!?*@~^%+]/g, "");
  if (secret === plain) return !isPlaceholder(secret);
  return looksRandom(plain, 5) || hasSignsInside(secret);
}
