import { isSpoken } from "./letter-pairs.js";

/** True when a token that is known by its form is a sample from documents. */
export function isSample(token: string): boolean {
  return sampleText.test(token.slice(0, 60)) || new Set(token.slice(-24)).size < 4;
}

const sampleText = /x{5}|X{5}|\*{3}|\.{3}|EXAMPLE|(?:^|[-_])(?:example|your|YOUR)(?=[-_]|$)/;

/**
 * True when the value was written to say "put yours here", to name where the secret is kept, or to say what
 * type it has: for values that only the name in front of them makes a secret.
 */
export function isPlaceholder(value: string): boolean {
  if (isSample(value) || placeholders.some((kind) => kind.test(value))) return true;
  const code = isAsserted(value) ? value.slice(0, -1) : value;
  return hasSigns.test(code) && (isTemplate(code) || (!isGenerated(code) && isSpoken(code)));
}

/** `process.env.API_KEY!`: TypeScript is told that it is there. Behind other words, the sign is that of a password. */
function isAsserted(value: string): boolean {
  if (!/^[A-Za-z_]\w*(?:[?!]?\.[A-Za-z_]\w*)+!$/.test(value)) return false;
  return /key|token|secret|pass|pwd|cred/i.test(value.slice(value.lastIndexOf(".")));
}

/** Signs of code: a variable, a template, a call, a path, an option; generated passwords have them, too. */
const hasSigns =
  /^[$%<>[\](){}@*&#!/\\~.,;:?+-]|^[bfru]["'`]|[()[\]{}<>]|\$\{|…|:\/\/|["'`]\+|\+["'`]|^[A-Za-z_]\w*(?:[?!]?\.[A-Za-z_]\w*)+$|^[A-Za-z_]\w*::/;

/**
 * True when all of a value is a template, a variable, a call: `${X}`, `{{ x }}`, `<name>`, `%s`, `$x[1]`,
 * `f(x)`.
 */
export function isTemplate(value: string): boolean {
  if (templates.test(value) || (paths.test(value) && isSpoken(value))) return true;
  const name =
    /^[$@&*!:#.%]{0,2}([A-Za-z_]\w*)(?:(?:[?!]?\.|->|::)\w+|\[[^()[\]]*\]|\([^()[\]]*\))*[!;]?$/.exec(
      value,
    )?.[1];
  return name !== undefined && !isGenerated(name) && isSpoken(value);
}

const templates =
  /^(?:\$?\$[({].*[})]|\$[a-z]{2,12}\.[A-Za-z_][\w.]*|#\{.*\}|@\{.*\}|%\{.*\}|%[A-Z_]+%|%(?:\(\w*\))?[a-z]|\{\{.*\}\}|\{[\w.$]*\}|<[\w\u00c0-\uffff .:/-]*>|\[[\w .:-]*\]|\([\w .:-]*\))$|:\/\/|["'`]\+|\+["'`]|…/;

/** Paths; base64 can begin so, too. */
const paths = /^(?:\.{0,2}|~|[A-Za-z]:)[\\/][^\\/]*[\\/]/;

/**
 * True when a value looks as if a machine had made it: lower and upper case, digits and signs change all
 * the time, where those of code are between words.
 */
export function isGenerated(value: string): boolean {
  if (/a-z|A-Z|0-9|\(\?[:=!<]|\.\*|\\[dws]/.test(value)) return false;
  const bare = value.replace(inserted, "");
  // A key in base64 has next to no signs.
  if (/^[+/][A-Za-z0-9+/]{31,}={0,2}$/.test(bare)) return hasDigitAndCases(bare);
  if (bare.length < 8 || !/[A-Za-z]/.test(bare)) return false;
  if (!/[0-9]/.test(bare) && new Set(bare.replace(/[A-Za-z]/g, "")).size < 3) return false;
  const changes = bare.match(
    /[a-z](?=[^a-z])|[A-Z](?=[^A-Z])|[0-9](?=[^0-9])|[^A-Za-z0-9](?=[A-Za-z0-9])/g,
  );
  return (changes?.length ?? 0) >= 0.42 * (bare.length - 1);
}

/** The texts that a template inserts: a variable, a call. */
const inserted = /\$\{[^{}]{1,80}\}|\{\{[^{}]{1,80}\}\}/g;

/**
 * True when letters of both cases are among signs that are in no word and no path, as in `jwQH!SGTzbzdkB`:
 * a password that has no digit by chance.
 */
export function hasSignsInside(value: string): boolean {
  const bare = value.replace(inserted, "");
  if (bare.length < 12 || isSample(value) || isTemplate(value)) return false;
  if (placeholders.some((kind) => kind.test(value)) || /:\/\/|a-z|A-Z/.test(value)) return false;
  return /[a-z]/.test(bare) && /[A-Z]/.test(bare) && /[!#%^&*?~@=+<>|()[\]{}]/.test(bare.slice(1));
}

function hasDigitAndCases(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /[0-9]/.test(value);
}

/** A value of these words alone names a secret: `your-api-key`, `dbPasswordFile`; `supersecret99` is one. */
const wordsAboutSecrets =
  "my your our the some app specific api db database user client access auth bearer oauth csrf session refresh secret password passwd passphrase tokens token keys key credentials credential value name here goes string file path hash header env var default provider manager service storage for from";

const placeholders: readonly RegExp[] = [
  // Ports, a version, also of a package of Debian, a checksum, the end of a resource's name.
  /^\d{1,5}:\d{1,5}$|^(?:\d:)?[\^~v]?\d+\.\d+\.\d+|^(?:npm|workspace):|^sha(?:1|256|384|512)-|^[a-z][a-z-]{1,30}\//,
  // Names with numbered gaps: `string.$1.delim`.
  /^[a-z]+(?:[.-][a-z]+)*[.-]\$[A-Z]?[0-9](?:[.-][a-z]+)*$/,
  // What Laravel asks of the value of a field.
  /^(?:required|nullable|sometimes|string|confirmed|min:\d+|max:\d+)(?:\|[a-z_]{2,20}(?::[^|]+)?)+$/,
  /^(?:value|val|arg|param|data|input|temp|tmp|result)s?\d{0,2}$/i,
  // Where the secret is kept: `SHOP_API_TOKEN`, `$E2E_KEY`, `SMTP_PASSWORD`, `X-CSRF-TOKEN`.
  /^\$?(?:[A-Z]+(?:[0-9][A-Z]*)?_)+(?:TOKEN|KEY|SECRET|CREDENTIALS?|PAT|PASS(?:WORD|WD|PHRASE)?|PWD)$/,
  /^x(?:-[a-z0-9]+){1,4}-(?:token|key|secret|auth)(?:-[a-z]+){0,2}$/i,
  // The version of a model at a cloud: `us.anthropic.claude-haiku-4-5-20251001-v1:0`.
  /^(?:[a-z]{2,6}\.){1,2}[a-z0-9.-]{4,60}-v[0-9]:[0-9]$/,
  // So GitHub has it when the token is in the place of the user.
  /^x-oauth-basic$/,
  // What says that none is asked for, and names of algorithms.
  /^(?:not?[-_ ](?:required|needed|password)|trust|peer|passwordless|disabled)$/i,
  /^(?:[HRPE]S(?:256|384|512)K?|(?:TLS[-_])?(?:A(?:ES)?[-_]?(?:128|192|256)|chacha20|RSA|ECDH|ecdsa|hmac|scram|PBKDF2|ssh)(?:[-_]?(?:with|cbc|ctr|gcm|kw|ccm|hmac|hs|sha\d?|oaep|es|poly1305|ed25519|nistp|rsa|\d{3,4})){1,5})$/i,
  // What says itself that it is no secret.
  /change[-_]?(?:me|this)|change[-_]in[-_]prod|redacted|hidden|masked|example|placeholder|[-_]here$/i,
  /^(?:votre|deine?)[-_]|^(?:ta|tu)[-_]cl(?:é|ave)/i,
  new RegExp(
    `^(?=.{0,40}(?:secret|pass|token|key|credential))(?:(?:${wordsAboutSecrets.replaceAll(" ", "|")})[-_. ]?){1,8}\\d?$`,
    "i",
  ),
  /(?:^|[-_.])(?:tests?|testing|todo|fixme|replace|fake|generated?|dummy|mock|sample|demo|foo|your|some|invalid|insert|wrong)(?=[-_.0-9]|$)/i,
  /^(?:true|false|null|none|nil|undefined|string|str|text|unknown|any|bool(?:ean)?|number|int|required|optional|pass|pw|postgres|root|admin|user|guest|unset|missing)$/i,
  // The same over and over, and sequences.
  /abcdefghijkl|^(?:0123456789abcdef)+[0-9a-f]{0,15}$/i,
  /^(.)\1*$|^x+(?:[-_]x+)*$|^(?:0?123456789?0?|1234|abc123|abcd?1234|abcdefg?h?i?j?)$/i,
];

/**
 * True when a value is as people make up passwords: words, a number, and signs, of which code has none
 * there.
 */
export function isChosen(value: string): boolean {
  const isMixed = /[a-z]/.test(value) && /[A-Z]/.test(value) && /[0-9]/.test(value);
  return isMixed && /^(?=.{8,30}$)[A-Za-z0-9]+(?:[!@#$%^&*?]{1,3}[A-Za-z0-9]*){1,3}$/.test(value);
}

/** True when a value is a word with a number behind it, as many passwords are: `bluefish77`. */
export function isWordWithNumber(value: string): boolean {
  return /^[A-Za-z]{4,20}[0-9]{2,6}$/.test(value) && value.length >= 8 && !isPlaceholder(value);
}

/** True when a value is a word or two, as labels of forms and fields of programs are. */
export function isWord(value: string): boolean {
  return /^\p{L}{1,20}(?:[-_]\p{L}{1,20})?$/u.test(value) && isSpoken(value);
}

/** True when a value may be the name of a variable or a function: `utf8_to_text`, `sha256Digest`. */
export function isName(given: string): boolean {
  const value = given.replace(/^__?/, "");
  if (!/^[A-Za-z$][A-Za-z0-9_$]*$/.test(value)) return false;
  const numbers = value.match(/[0-9]+/g) ?? [];
  if (!isSpoken(value) || numbers.length > 2 || !/^[a-z0-9]+_|[a-z0-9][A-Z][a-z]{2}/.test(value))
    return false;
  // Where upper and lower case change at random, the words are short.
  const words = value.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return words.join("").length >= 3 * words.length;
}

/** True when a value is the name of a constant or of a setting: `SHOP_API_KEY`, `E2E_CITY_ID`. */
export function isConstant(value: string): boolean {
  return /^(?:[A-Z]+(?:[0-9][A-Z]*)?_)+[A-Z]+[0-9]?$/.test(value);
}

/** True when a value is made as keys are made: long enough, of letters and digits. */
export function looksRandom(value: string, length: number): boolean {
  if (value.length < length || isPlaceholder(value)) return false;
  const mixed = /[0-9]/.test(value) && /[A-Za-z]/.test(value);
  if (value.length >= 12 && !/\s/.test(value) && !isSpoken(value)) return true;
  return mixed || (value.length >= 24 && /[a-z]/.test(value) && /[A-Z]{2}/.test(value));
}
