import { endsOfKeyNames, keyNames, passwordNames } from "./assignments.js";
import { isName, isPlaceholder, isWord, looksRandom } from "./placeholder.js";
import { equals, equalsHint, number, patternRule, quotedValue, type Rule } from "./rule.js";

/*
 * Values in quotes that code gives to a name in other ways than "=": getenv("DB_PASSWORD", "…"),
 * process.env.JWT_SECRET ?? "…", setPassword("…"), fill("#password", "…"), #define PASSWORD "…".
 */

const closing = "[\"'`]?\\]?\\){0,2}";

/**
 * The places where the name is the first argument of a call, or the one that a build for Android calls a
 * field.
 */
const asArgument = "(?<=\\(\\s{0,10}[\"'`][\\w.#:=[-]{0,80}|[Ss]tring[\"'],[ \\t]?[\"']\\w{0,60})";

/** Calls on what has the name, with the value as their argument. */
const methods =
  "fill|type|send_?[kK]eys|setValue|val|enterText|pressSequentially|unwrap_or|orElse|unwrap_or_else\\([|]_?[|][ \\t]?";

/** Between a name in code and what it gets. */
const gets = [
  `${asArgument}${closing}[ \\t]{0,20},\\s{0,20}`,
  `${closing}[ \\t]{0,4}(?:\\?\\?|\\|\\||\\?:|(?<=[ \\t])or(?=[ \\t]))\\s{0,20}`,
  `\\]?["'\`][ ]?\\}?\\){1,2}\\.(?:${methods})\\(?`,
  "[\"']\\)[ \\t]?\\{[ \\t]?",
  "\\(",
  // Behind the command wpa_passphrase stands the name of the network.
  '(?<!(?<!define )wpa_passphrase)[ \\t]{1,20}(?=")',
].join("|");

const getsHint =
  '(?:["\'`\\])]{0,4}[ \\t]{0,20}[,?|]|\\]?["\'`][ ]?\\}?\\){1,2}\\.\\w|\\(b?["\'`]|[ \\t]{1,20}"|["\']\\)[ \\t]?(?:or[ \\t]|\\{))';

const value = `(?:${gets})b?(?:\\\\?["'\`])+(?<secret>${quotedValue})`;

/**
 * Functions that make a value of a text, or mean one: `SecretStr("…")`, `Buffer.from("…")`,
 * `z.string().default("…")`.
 */
const makers = [
  "Secret(?:Str|String)?|SecureString|String|Some|Just|of|from|from_static|new|parse|stringify|[dD]efault|Field",
  "(?<=TextEncoder\\(\\)\\.)encode|(?:de|from)_?[hH]ex|unhexlify|b64decode|(?:decode|from)_?[bB]ase64|atob|Bytes|bytes|bytearray",
].join("|");

const made = `${equals}(?:new |await |&)?[\\w.:()]{0,40}?(?<![a-z])(?:${makers})\\(\\s{0,20}(?:default ?= ?)?b?["'](?<secret>${quotedValue})`;

/** Calls that log in or sign, with the secret as their last argument or before their options. */
const logins = [
  "new PDO|mysqli_connect|new mysqli|auth ?= ?|HTTPBasicAuth|NetworkCredential|WiFi\\.begin|[bB]asicAuth",
  "DriverManager\\.getConnection|DBI->connect|db\\.auth|\\.login|await login|create_(?:super)?user|authenticate",
  "signInWithEmailAndPassword|createHmac|jwt\\.(?:sign|encode|decode|verify)",
].join("|");

const takers =
  "bcrypt\\.hash(?:Sync)?|generate_password_hash|make_password|cookieParser|hashPassword";

/** Functions that take a key as their first argument. */
const keyTakers =
  "Fernet|hmac\\.new|Wallet|privateKeyToAccount|SecretKeySpec|hmacShaKeyFor|SymmetricSecurityKey";

/** Names of keys that code hands over: without those that only end as such names do. */
export const codeValueRules: readonly Rule[] = [
  patternRule(
    "password",
    `(?:${passwordNames})${number}${value}`,
    isPassword,
    `(?:${passwordNames})${getsHint}`,
    0,
  ),
  patternRule(
    "api-key",
    `(?:${keyNames}|_KEY|_SALT)${number}${value}`,
    (key) => isKey(key, 12),
    `(?:${endsOfKeyNames}|_KEY|_SALT)${getsHint}`,
    0,
  ),
  patternRule(
    "password",
    `(?:${passwordNames})${number}${made}`,
    (password) => isPassword(password) && !isAsked(password),
    `(?:${passwordNames})${equalsHint}`,
    0,
  ),
  patternRule(
    "api-key",
    `(?:${keyNames}|_KEY|_SALT)${number}${made}`,
    (key) => isKey(key, 16) && !isAsked(key),
    `(?:${endsOfKeyNames})${equalsHint}`,
    0,
  ),
  // ${DB_PASSWORD:-…} of shells and Compose, ${db.password:…} of Spring.
  patternRule(
    "password",
    `\\$\\{[\\w.]{0,60}(?:${passwordNames}):[-=]?(?<secret>[^\\s{}"'\`$]{4,200})\\}`,
    (password) => !isPlaceholder(password),
    `(?:${passwordNames}):[-=]?[^\\s{}"'\`$]{4}`,
  ),
  patternRule(
    "api-key",
    `\\$\\{[\\w.]{0,60}(?:${keyNames}):[-=]?(?<secret>[^\\s{}"'\`$]{8,4000})\\}`,
    (key) => isKey(key, 8),
    `(?:${endsOfKeyNames}):[-=]?[^\\s{}"'\`$]{4}`,
  ),
  // The last argument of what logs somebody in, and the first of what takes nothing else.
  patternRule(
    "password",
    `(?:${logins})\\([^)\\n]{0,200}?,[ \\t]{0,4}["'](?![\\w.+-]{1,60}@)(?<secret>[^\\s"'\\\\]{6,200})["'][ \\t]{0,4}[,)]`,
    isPassword,
    `(?:${logins})\\(`,
  ),
  patternRule(
    "password",
    `(?:${takers})\\([ \\t]{0,4}["'](?<secret>[^\\s"'\\\\]{8,200})["'][ \\t]{0,4}[,)]`,
    isPassword,
    `(?:${takers})\\(`,
    0,
  ),
  patternRule(
    "api-key",
    `(?:${keyTakers})\\((?:[\\w.]{1,40}\\()?b?["'](?<secret>[^\\s"'\\\\]{16,500})["']`,
    (key) => isKey(key, 16),
    `(?:${keyTakers})\\(`,
    0,
  ),
  patternRule(
    "password",
    "[\"'](?<secret>[^\\s\"']{6,200})[\"'][ \\t]{0,4}\\|[ \\t]{0,4}ConvertTo-SecureString",
    (password) => !isPlaceholder(password) && !isWord(password),
    "[\"'][ \\t]{0,4}\\|[ \\t]{0,4}ConvertTo-Secure",
  ),
  patternRule(
    "password",
    "ConvertTo-SecureString[ \\t](?:-String[ \\t])?[\"']?(?<secret>(?<=')[^'\\r\\n]{6,200}(?=')|[^\\s\"'$]{6,200})",
    (password) => !isPlaceholder(password) && !isWord(password),
    "ConvertTo-SecureString[ \\t]",
    0,
  ),
  patternRule(
    "password",
    "type=[\"']?password[^<>]{0,200}?[ \\t]value=[\"'](?<secret>[^\\s\"'<>]{6,200})",
    isPassword,
    "type=[\"']?password",
    0,
  ),
  patternRule(
    "password",
    "[ \\t]value=[\"'](?<secret>[^\\s\"'<>]{6,200})[\"'][^<>]{0,100}?[ \\t]type=[\"']?password",
    isPassword,
    "type=[\"']?password",
  ),
];

function isPassword(value: string): boolean {
  return looksRandom(value, 6) && !isWord(value) && !isName(value);
}

function isKey(value: string, length: number): boolean {
  if (isName(value) || /^[a-z]+(?:[-_.][a-z0-9]+)+$/.test(value)) return false;
  const isPlace = /^[\w./-]+\.[a-z]{1,4}:[0-9]{1,6}$/.test(value);
  return looksRandom(value, length) && !isPlace;
}

/** True when a value is what a program calls the secret where it asks for it: "shop/db-password". */
function isAsked(value: string): boolean {
  return /(?:pass(?:word|wd|phrase)?|token|secret|key|credentials?)[_.:/-]?[0-9]{0,2}$/i.test(
    value,
  );
}
