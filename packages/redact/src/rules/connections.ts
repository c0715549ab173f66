import { isName, isPlaceholder, isSample, looksRandom } from "./placeholder.js";
import { patternRule, type Rule } from "./rule.js";

const userCharacter = "[^\\s/:@\"'`<>\\\\]";
// In an address that was written by hand, an "@" in the password is not encoded.
const passwordCharacter = "(?:[^\\s/@\"'`<>\\\\]|@(?=[^\\s/@\"'`<>\\\\]{1,100}@))";
const slashes = "\\\\{0,3}/\\\\{0,3}/";
const colon = "\\\\{0,3}[\"']?\\]?[ \\t]{0,3}[:=,][ \\t]{0,3}\\[?(?:[bfru]?\\\\{0,3}[\"'])?";

const cookieHint = "(?:[Cc]ookie|COOKIE)\\\\{0,3}[\"']?\\]?[ \\t]{0,3}[:=,]";

/** The names that frameworks give the cookie of a session. */
const sessions =
  "JSESSIONID|PHPSESSID|ASP\\.NET_SessionId|laravel_session|_gitlab_session|connect\\.sid|(?<=[^\\w]|^)sessionid";

/** Hint for addresses with a user, who may have no name, and a password. */
export const addressWithPassword = `:${slashes}[^\\s/:@]*:[^\\s/@]+@`;

/** Hint for those whose password has signs of addresses. */
const addressWithSigns = `:${slashes}[^\\s/:@]{0,100}:[^\\s/#?@"'\`<>]{1,100}[/#?@][^\\s"'\`<>@]{0,100}@`;

/**
 * Secrets in addresses and in headers of requests, and keys that only the text beside them tells.
 */
export const connectionRules: readonly Rule[] = [
  patternRule(
    "url-password",
    `:${slashes}${userCharacter}{0,100}:(?<secret>${passwordCharacter}{2,200})@[^\\s]`,
    (value) => !isPlaceholder(value),
    addressWithPassword,
  ),
  // Not encoded either: where "/", "#" or "@" is in the password, the last "@" before a host ends it.
  patternRule(
    "url-password",
    `:${slashes}${userCharacter}{0,100}:(?<secret>(?![0-9]{1,5}[/?#]|[[$%{<:/])[^\\s"'\`<>\\\\]{1,100}[/#?@][^\\s"'\`<>\\\\]{0,100})@(?=(?:[\\w-][\\w.-]{0,200}|\\[[0-9a-f:]{2,40}\\])(?:[:/?,;)\\s"'\`\\\\]|$))`,
    hasSignsOfAddresses,
    addressWithSigns,
    0,
  ),
  patternRule(
    "url-password",
    "%3A%2F%2F[^\\s%]{0,100}%3A(?<secret>(?:[^\\s%@&]|%(?!40|2F)){2,200})(?:%40|@)",
    (value) => !isPlaceholder(value),
    "%3A%2F%2F[^\\s%]{0,100}%3A",
  ),
  patternRule(
    "url-password",
    ":(?<secret>[^\\s:@/\"'`<>]{4,100})@(?:tcp|unix)\\(",
    (value) => !isPlaceholder(value),
    "@(?:tcp|unix)\\(",
  ),
  patternRule(
    "url-password",
    "oracle:thin:[\\w.-]{1,60}/(?<secret>[^\\s@\"']{2,100})@",
    (value) => !isPlaceholder(value),
    "oracle:thin:",
  ),
  // User and password of a server of Ruby's packages, which gives out both.
  patternRule(
    "url-password",
    "://(?<secret>[0-9a-f]{8}:[0-9a-f]{8})@",
    (value) => !isSample(value),
    "://[0-9a-f]{8}:[0-9a-f]{8}@",
    0,
  ),
  patternRule(
    "password",
    "BUNDLE_[A-Z0-9_]{3,80}(?:=|:[ \\t])[\"']?(?<secret>[\\w.@-]{1,60}:[\\w.~+/=-]{6,200})",
    (value) => looksRandom(value, 8),
    "BUNDLE_[A-Z0-9_]{3,80}[=:]",
    0,
  ),
  // A line of .pgpass.
  patternRule(
    "password",
    "(?<=^|[\\r\\n]|\\\\n|→)[\\w.*-]{1,100}:(?:5432|5433|6432|6543|\\*):[\\w*-]{1,60}:[\\w.*-]{1,60}:(?<secret>[^\\s:]{6,200})(?=\\s|\\\\n|$)",
    (value) => !isPlaceholder(value),
    ":(?:5432|5433|6432|6543|\\*):[\\w*-]",
  ),
  patternRule(
    "url-signature",
    "[?&](?:sig|[Ss]ignature|X-(?:Amz|Goog)-Signature)=(?<secret>[A-Za-z0-9%+/=_~-]{24,700})",
    (value) => looksRandom(value, 24),
    "(?:[?&]sig|[?&][Ss]ignature|X-(?:Amz|Goog)-Signature)=",
  ),
  patternRule(
    "url-token",
    "[?&#](?:key|appid|code|auth|hash|sid|session|[a-z]{1,20}_(?:key|code|hash))=(?<secret>[A-Za-z0-9_~.%+/-]{20,4000})",
    (value) =>
      looksRandom(value, 20) && !isName(value) && !/^[a-z0-9]+(?:[-_.+][a-z0-9]+){2,}$/.test(value),
    "[?&#](?:key|appid|code|auth|hash|sid|session|[a-z]{1,20}_(?:key|code|hash))=[A-Za-z0-9_~.%+/-]{8}",
    0,
  ),
  patternRule(
    "url-password",
    "://(?<secret>[A-Za-z0-9_-]{20,255})@",
    (token) => looksRandom(token, 20),
    "://[A-Za-z0-9_-]{8}[A-Za-z0-9_-]*@",
  ),
  patternRule(
    "bearer-token",
    "(?:[Bb]earer|BEARER)(?:[ \\t]{1,4}|%20|:[ \\t]{0,4})(?<secret>[A-Za-z0-9._~+/-]{16,4000}=*)",
    (token) => looksRandom(token, 16),
    "(?:[Bb]earer|BEARER)[ \\t%:]",
  ),
  patternRule(
    "basic-auth",
    "(?:[Bb]asic|BASIC)(?:[ \\t]{1,4}|%20)(?<secret>[A-Za-z0-9+/]{8,400}={0,2})",
    isUserAndPassword,
    "(?:[Bb]asic|BASIC)(?:[ \\t]{1,4}|%20)[A-Za-z0-9+/]{8}",
  ),
  // In .npmrc and in the settings of Docker.
  patternRule(
    "basic-auth",
    "auth\\\\{0,3}[\"']?[ \\t]{0,4}[:=][ \\t]{0,4}\\\\{0,3}[\"']?(?<secret>[A-Za-z0-9+/]{8,400}={0,2})",
    isUserAndPassword,
    "auth\\\\{0,3}[\"']?[ \\t]{0,4}[:=][ \\t]{0,4}\\\\{0,3}[\"']?[A-Za-z0-9+/]{8}",
  ),
  patternRule(
    "authorization",
    `(?:[Aa]uthorization|AUTHORIZATION)${colon}(?:[A-Za-z]{1,12} )?(?<secret>[A-Za-z0-9._~+/-]{16,4000}=*)`,
    // With a signature, it names the algorithm.
    (token) => looksRandom(token, 16) && /[0-9]/.test(token) && !/^AWS4-HMAC/.test(token),
    "(?:uthorization|UTHORIZATION)\\\\{0,3}[\"']?\\]?[ \\t]{0,3}[:=,]",
  ),
  patternRule(
    "cookie",
    `(?:[Ss]et-[Cc]ookie|SET-COOKIE)${colon}[A-Za-z0-9_.-]{1,80}=(?<secret>[^\\s;,"'\\\\]{8,4000})`,
    (value) => looksRandom(value, 8),
    cookieHint,
  ),
  patternRule(
    "cookie",
    `(?:(?<![A-Za-z-])|(?<=\\\\[nrt]|\\[[0-9;]{0,12}m|[\\r\\n][+-]|^[+-]))(?:[Cc]ookie|COOKIE)${colon}(?<secret>[A-Za-z0-9_.-]{1,80}=[^\\r\\n"'\\\\]{8,8000})`,
    (cookies) => cookies.split(/[;=,\s]/).some((value) => looksRandom(value, 8)),
    cookieHint,
  ),
  // Cookies of frameworks, also without their header, and in the stores of browsers.
  patternRule(
    "cookie",
    `(?:${sessions})(?:=|["'],\\s{0,20}["']value["']:\\s?["'])(?<secret>[A-Za-z0-9%._~+/-]{16,2000})`,
    (value) => looksRandom(value, 16) && !isName(value),
    `(?:${sessions})(?:=|["'],)`,
    0,
  ),
  patternRule(
    "aws-secret-key",
    "(?:aws|AWS|Aws).{0,30}?[Ss][Ee][Cc][Rr][Ee][Tt](?:.{0,30}?[:=,]|_access_key[ \\t])[\"' \\t\\\\]{0,6}(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])",
    (key) => !isSample(key) && looksRandom(key, 40),
    "(?:aws|AWS|Aws).",
  ),
  patternRule(
    "aws-secret-key",
    "[Ss]ecret ?[Aa]ccess ?[Kk]ey[\"' \\t|:=>,]{1,20}(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])",
    (key) => !isSample(key) && looksRandom(key, 40),
    "[Ss]ecret ?[Aa]ccess ?[Kk]ey",
    0,
  ),
  // Beside the id of the key, as in files of credentials that are tables.
  patternRule(
    "aws-secret-key",
    "A(?:KIA|SIA)[A-Z0-9]{16}[\"']?[ \\t,;:|]{1,4}(?:[0-9TZ:.+-]{20,32}[ \\t]{1,4})?[\"']?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])",
    (key) => !isSample(key) && looksRandom(key, 40),
    "A(?:KIA|SIA)[A-Z0-9]{6}",
  ),
  patternRule(
    "twilio-token",
    "[Tt][Ww][Ii][Ll][Ii][Oo].{0,40}?[:=,][\"' \\t\\\\]{0,6}(?<secret>[0-9a-f]{32})(?![0-9A-Za-z])",
    (token) => !isSample(token),
    "[Tt][Ww][Ii][Ll][Ii][Oo]",
  ),
  patternRule(
    "vault-key",
    "(?:Unseal|Recovery) Key [0-9]{1,2}: (?<secret>[A-Za-z0-9+/]{43,66}={0,2})",
    (key) => !isSample(key),
    "(?:Unseal|Recovery) Key [0-9]",
    0,
  ),
  // The oldest keys of OpenAI have nothing but "sk-", as have style sheets and other things.
];

/**
 * True when a password has signs of addresses, and is none: the text after the first "@" would be a host.
 */
function hasSignsOfAddresses(secret: string): boolean {
  const [, first = "", host] = /^([^/#?@]*)(?:@([^/#?@]*(?=[/#?@])))?/.exec(secret) ?? [];
  if (host !== undefined && /[.:]|^(?:localhost|db)$/.test(host)) return false;
  if (/^(?:port|PORT)$/.test(first) || isPlaceholder(secret)) return false;
  return looksRandom(secret, 6) || (/[a-z]/.test(secret) && /[A-Z]/.test(secret));
}

/** Prose speaks of basic things; credentials are "user:password" in base64. */
function isUserAndPassword(encoded: string): boolean {
  return /^[ -~]{1,200}:[ -~]{1,200}$/.test(Buffer.from(encoded, "base64").toString("latin1"));
}
