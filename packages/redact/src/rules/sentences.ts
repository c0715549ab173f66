import { isSpoken } from "./letter-pairs.js";
import { phraseRule } from "./passphrases.js";
import { isChosen, isGenerated, isName, isPlaceholder, looksRandom } from "./placeholder.js";
import { patternRule, type Rule, wordCharacter } from "./rule.js";
import { toldRule } from "./told-secrets.js";

/*
 * Secrets that people tell in sentences, in the largest languages: "das Kennwort lautet …", "my api key is …".
 */

const keyWords = [
  "(?:[Aa][Pp][Ii]|[Ss]ecret|[Aa]ccess|[Pp]rivate|[Aa]uth|[Cc]lient|[Ss]igning|OpenAI|Anthropic)[ _-](?:access )?(?:[Kk]ey|[Tt]oken|[Ss]ecret)",
  "[Mm]y key|[Tt]oken|[Pp]assword|[Ss]ecret|API-Schlüssel|(?:clé|[Cc]lave|[Cc]have)(?: de| d')? ?API|API[ -]?(?:キー|ключ|키)|密钥|秘钥|金鑰|令牌",
].join("|");

const says = [
  "\\*{0,2}(?: for (?:the |my |our )?[\\w.-]{1,20}| provided)?",
  "(?: is| was| of| =|:| -| –| ->| →|：|＝| ist| lautet| est| es| é|是|为|為|は|)(?: now|):?\\*{0,2}",
].join("");

/** The words between the name of a key and the key, which may be alone in a line further down. */
const tells = `${says}(?:[ \t]{1,4}|(?<=[：＝是为為は])|(?<=:\\*{0,2})[ \t]?\\n{1,2}(?=\\S{20,300}(?:\\s|$)))["'\`*「『“]{0,3}`;

/** The same in code. */
const assigned = "\\\\{0,3}[\"']?[ \t]{0,3}(?::=|[:=])[ \t]{0,3}\\\\{0,3}[\"'`]?";

/** Passwords and keys in sentences. */
export const sentenceRules: readonly Rule[] = [
  patternRule(
    "api-key",
    `(?:${keyWords})${tells}(?<secret>[A-Za-z0-9_~+/=.-]{20,300})(?![A-Za-z0-9_~+/=-])`,
    (key, match) =>
      isKey(
        key,
        /^[^ ]+[ _-][A-Za-z]|[:=：＝是为為はé]| (?:is|ist|lautet|est|es) /.test(
          match.slice(0, -key.length),
        ),
      ),
    `(?:${keyWords})${says}[ \t\\n]{0,4}(?:["'\`*]|「|『|“){0,3}[A-Za-z0-9_~+/=.-]{20}`,
    0,
  ),
  // Much has a key: it has to look like one.
  patternRule(
    "api-key",
    `(?:(?<![\\w-]|[Pp]ublic )|(?<=\\\\[nrt]))[Kk]ey(?:${tells}|${assigned})(?<secret>[A-Za-z0-9_~+/=.-]{28,300})(?![A-Za-z0-9_~+/=-])`,
    (key) => isGenerated(key) && !isSpoken(key) && hasCases(key) && !/[0-9a-f]{32}/.test(key),
    `(?<=[^\\w-]|^|\\\\[nrt])[Kk]ey(?:${says}[ \t\\n]{0,4}(?:["'\`*]|「|『|“){0,3}|${assigned})[A-Za-z0-9_~+/=.-]{20}`,
    0,
  ),
  patternRule(
    "password",
    `(?:[Pp]assword|[Pp]asswd|\\b[Pp]w|[Pp]wd)[ \t]{1,3}["'\`]?(?<secret>(?:(?![*<>()])${wordCharacter}){8,100})`,
    (password) =>
      !isPlaceholder(password) &&
      looksRandom(password, 8) &&
      (isGenerated(password) || isChosen(password)) &&
      !isName(password),
    `(?:[Pp]assword|[Pp]asswd|[Pp]w|[Pp]wd)[ \t]{1,3}[^ \t\\n]{8}`,
    0,
  ),
  toldRule,
  phraseRule,
  // The key of a wallet is 12, 15, 18, 21 or 24 words.
  patternRule(
    "seed-phrase",
    `(?:[Mm]nemonic|MNEMONIC|[Ss]eed[ _-]?[Pp]hrase|SEED_PHRASE|[Rr]ecovery[ _-]?[Pp]hrase|[Ss]ecret[ _-]?[Pp]hrase)(?: is)?["'\`]?[ \t]{0,4}[:=]?\\s{0,4}["'\`]?(?<secret>(?:(?:[a-z]{3,8} ){3}){3,7}(?:[a-z]{3,8} ){2}[a-z]{3,8}(?!\\w)|(?:[a-z]{3,8} ){0,22}[a-z]{1,8}$)`,
    (words) => new Set(words.split(" ")).size > 5,
    "(?:[Mm]nemonic|MNEMONIC|[Ss]eed[ _-]?[Pp]hrase|SEED_PHRASE|[Rr]ecovery[ _-]?[Pp]hrase|[Ss]ecret[ _-]?[Pp]hrase)",
    0,
  ),
  // What is kept of passwords: of crypt, bcrypt, Argon2, PBKDF2 of Django, LDAP.
  patternRule(
    "password-hash",
    "\\$(?:1|2[abxy]|[5-9]|y|gy)\\$(?:[\\w=.,/]{1,40}\\$)?(?<secret>[A-Za-z0-9./$]{22,130})",
    isHash,
    "\\$(?:1|2[abxy]|[5-9]|y|gy)\\$[\\w=.,/]{2}",
    0,
  ),
  patternRule(
    "password-hash",
    "\\$(?:argon2(?:id|i|d)|apr1|scrypt|pbkdf2-sha(?:1|256|512)|P|H)\\$(?<secret>[A-Za-z0-9./+=,$]{16,300})",
    isHash,
    "\\$(?:argon2|apr1\\$|scrypt|pbkdf2-|P\\$[A-Za-z0-9./]{4}|H\\$[A-Za-z0-9./]{4})",
    0,
  ),
  patternRule(
    "password-hash",
    "(?:pbkdf2_sha256|bcrypt_sha256|\\{S{1,2}HA(?:256|512)?\\})\\$?(?<secret>[A-Za-z0-9./+=$]{24,300})",
    isHash,
    "(?:pbkdf2_sha256|bcrypt_sha256|\\{S{1,2}HA(?:256|512)?\\})",
    0,
  ),
  // What Kerberos signs with a password, in the form of the programs that guess it.
  patternRule(
    "password-hash",
    "\\$krb5(?:asrep|tgs|pa)\\$(?<secret>[0-9]{1,2}\\$[^\\s\"'`]{60,8000})",
    (hash) => !isPlaceholder(hash),
    "\\$krb5(?:asrep|tgs|pa)\\$",
    0,
  ),
];

/**
 * True when a number may be a key: where nothing says of which kind a token is, one in hexadecimal may be
 * that of a commit.
 */
function isKey(key: string, isNamed: boolean): boolean {
  if (/^[0-9a-f-]+$/.test(key)) {
    const isOfCommit = key.length === 40 || key.includes("-");
    return (isNamed || !isOfCommit) && key.length >= 32 && !isPlaceholder(key);
  }
  const isWords = isName(key) || (isSpoken(key) && /^[A-Za-z]+(?:[-_./=][A-Za-z0-9]+)+$/.test(key));
  return looksRandom(key, 20) && !isWords && (isNamed || isGenerated(key) || isOfOneCase(key));
}

function hasCases(key: string): boolean {
  return /[a-z]/.test(key) && /[A-Z]/.test(key);
}

/** True when a key of one case looks as if a machine had made it. */
function isOfOneCase(key: string): boolean {
  return /^(?:[a-z0-9]+|[A-Z0-9]+)$/.test(key) && /(?:[0-9].*){3}/.test(key) && !isSpoken(key);
}

function isHash(hash: string): boolean {
  return (
    /[0-9]/.test(hash) &&
    /[a-z]/.test(hash) &&
    /[A-Z]/.test(hash) &&
    !isPlaceholder(`x${hash.replace(/[^A-Za-z0-9]/g, "")}`)
  );
}
