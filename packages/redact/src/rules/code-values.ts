import { endsOfKeyNames, keyNames, passwordNames } from "./assignments.js";
import { isName, isPlaceholder, isWord, looksRandom } from "./placeholder.js";
import { number, patternRule, quotedValue, type Rule } from "./rule.js";

/*
 * Values in quotes that code gives to a name in other ways than "=": getenv("DB_PASSWORD", "…"),
 * process.env.JWT_SECRET ?? "…", setPassword("…"), fill("#password", "…"), #define PASSWORD "…".
 */

const closing = "[\"'`]?\\]?\\){0,2}";

/** Between a name in code and what it gets; behind a comma only as the second argument of a call. */
const gets = [
  `(?<=\\(\\s{0,10}["'\`][\\w.#:=[-]{0,80})${closing}[ \\t]{0,20},\\s{0,20}`,
  `${closing}[ \\t]{0,4}(?:\\?\\?|\\|\\||\\?:)\\s{0,20}`,
  "\\]?[\"'`]\\){1,2}\\.(?:fill|type|send_?[kK]eys|setValue|val|enterText|pressSequentially)\\(",
  "\\(",
  // Behind the command wpa_passphrase stands the name of the network.
  '(?<!(?<!define )wpa_passphrase)[ \\t]{1,20}(?=")',
].join("|");

const getsHint =
  '(?:["\'`\\])]{0,4}[ \\t]{0,20}[,?|]|\\]?["\'`]\\){1,2}\\.\\w|\\(["\'`]|[ \\t]{1,20}")';

const value = `(?:${gets})["'\`](?<secret>${quotedValue})`;

/** Calls that log in or sign, with the secret as their last argument or before their options. */
const logins = [
  "new PDO|mysqli_connect|new mysqli|auth ?= ?|HTTPBasicAuth|NetworkCredential|WiFi\\.begin|[bB]asicAuth",
  "DriverManager\\.getConnection|DBI->connect|db\\.auth|\\.login|await login|create_(?:super)?user|authenticate",
  "signInWithEmailAndPassword|createHmac|jwt\\.(?:sign|encode|decode|verify)",
].join("|");

const takers =
  "bcrypt\\.hash(?:Sync)?|generate_password_hash|make_password|cookieParser|hashPassword";

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
