import { isSpoken } from "./letter-pairs.js";
import { isGenerated, isSample } from "./placeholder.js";
import { patternRule, type Rule, type Span } from "./rule.js";
import { tokenForms } from "./token-forms.js";

/** Not within a word, but after an escape: of a line break, a character, a colour. */
const afterEscape = "(?<=\\\\[nrt]|%[0-9A-F]{2}|\\\\u00[0-9A-Fa-f]{2}|\\[[0-9;]{0,12}m)";
const alone = `(?:(?<![A-Za-z0-9])|${afterEscape})`;

/** The marks of Azure keys: of storage, functions, search, caches and so on. */
const azureServices = "AzFu|AzSe|AzCa|AZDO|ACDb|AIoT|\\+A(?:St|Rm|CR|Io|Ba|MC|Eh|Sb)";

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

const forms: readonly Rule[] = [
  ...tokenForms.map(([name, prefix, characters, rest, looks]) =>
    patternRule(
      name,
      (/^\w|^\[|^\(/.test(prefix) ? alone : "") + prefix + characters + rest,
      looks === "random" ? isRandom : isReal,
      `${prefix}${characters}{${Math.min(6, Number(/[0-9]+/.exec(rest)?.[0]))}}`,
      0,
    ),
  ),
  // In addresses that are secret themselves, what stands behind the host.
  ...[
    ["slack-webhook", "hooks\\.slack\\.com/(?:services|workflows|triggers)/"],
    ["discord-webhook", "discord(?:app)?\\.com/api/webhooks/"],
    ["teams-webhook", "(?:webhook|outlook)\\.office(?:365)?\\.com/webhook(?:b2)?/"],
    ["tines-webhook", "\\.tines\\.com/webhook/"],
    ["zapier-webhook", "hooks\\.zapier\\.com/hooks/catch/"],
    ["make-webhook", "hook\\.[a-z]{2}[0-9]\\.make\\.com/"],
    ["ifttt-webhook", "maker\\.ifttt\\.com/(?:use|trigger/[\\w-]{1,60}/(?:json/)?with/key)/"],
    ["vercel-webhook", "api\\.vercel\\.com/v1/integrations/deploy/"],
    ["infura-key", "\\.infura\\.io/(?:v3|ws/v3)/"],
    ["alchemy-key", "\\.alchemy\\.com/(?:nft/v3|v2)/"],
    ["quicknode-key", "\\.quiknode\\.pro/"],
    ["google-calendar-address", "calendar\\.google\\.com/calendar/ical/[^/\\s]{1,100}/private-"],
  ].map(([name = "", host = ""]) =>
    patternRule(name, `${host}(?<secret>[A-Za-z0-9_/@-]{15,300})`, isReal, host, 0),
  ),
  patternRule(
    "azure-storage-key",
    "AccountKey=(?<secret>[A-Za-z0-9+/]{40,100}={0,2})",
    isReal,
    "AccountKey=",
    0,
  ),
  // Keys of Azure say in their middle, or near their end, of which service they are.
  patternRule(
    "azure-key",
    `${alone}[A-Za-z0-9]{30,80}JQQJ99[A-Za-z0-9]{16,60}`,
    isReal,
    "JQQJ99[A-Z]{2}",
  ),
  patternRule(
    "azure-key",
    `(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{33,76}(?:${azureServices})[A-Za-z0-9+/_-]{4,12}={0,2}(?![A-Za-z0-9+/=_-])`,
    (key) => isReal(key) && /[0-9]/.test(key),
    `(?:${azureServices})[A-Za-z0-9+/_-]{4}`,
  ),
  patternRule(
    "mailchimp-key",
    `${alone}[0-9a-f]{32}-us[0-9]{1,2}(?![A-Za-z0-9-])`,
    isReal,
    "[0-9a-f]-us[0-9]",
  ),
  patternRule(
    "mailgun-key",
    `${alone}[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![A-Za-z0-9-])`,
    isReal,
    "-[0-9a-f]{8}-[0-9a-f]{8}",
  ),
  patternRule(
    "maxmind-key",
    `${alone}[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?![A-Za-z0-9])`,
    isReal,
    "[A-Za-z0-9]_mmk",
  ),
  patternRule(
    "new-relic-key",
    `${alone}[0-9a-f]{32}(?:[0-9a-f]{4}|FFFF)NRAL(?![A-Za-z0-9])`,
    isReal,
    "[0-9a-fF]NRAL",
  ),
  patternRule(
    "mattermost-webhook",
    "/hooks/(?<secret>[a-z0-9]{26})(?![A-Za-z0-9])",
    (id) => isReal(id) && /[0-9]/.test(id),
    "/hooks/[a-z0-9]{6}",
    0,
  ),
  // Two parts that only together say what they are.
  ...[
    ["fal-key", `${uuid}:[0-9a-f]{32}`, "-[0-9a-f]{12}:[0-9a-f]{6}"],
    ["zhipu-key", "[0-9a-f]{32}\\.[A-Za-z0-9]{16}", "(?<=[0-9a-f]{32})\\.[A-Za-z0-9]{16}"],
    ["ghost-key", "[0-9a-f]{24}:[0-9a-f]{64}", "(?<=[0-9a-f]{6}):[0-9a-f]{16}"],
    ["deepl-key", `${uuid}:fx`, "-[0-9a-f]{12}:fx"],
    ["tableau-token", "[A-Za-z0-9+/]{22}==:[A-Za-z0-9]{32}", "==:[A-Za-z0-9]{16}"],
    [
      "storyblok-token",
      "[A-Za-z0-9]{22}tt-[0-9]{5,7}-[A-Za-z0-9_-]{20}",
      "tt-[0-9]{5,7}-[A-Za-z0-9_-]{6}",
    ],
    [
      "airtable-token",
      "[A-Za-z0-9]{17}\\.v1\\.eyJ[A-Za-z0-9_-]{40,400}\\.[0-9a-f]{64}",
      "\\.v1\\.eyJ",
    ],
    [
      "azure-token",
      "[01]\\.A[A-Za-z0-9_-]{20,120}\\.Ag[A-Za-z0-9_-]{100,4000}",
      "\\.Ag[A-Za-z0-9_-]{8}",
    ],
    ["asana-token", "[0-9](?:/[0-9]{15,17}){1,2}:[0-9a-f]{32}", "/[0-9]{15,17}:[0-9a-f]{6}"],
    [
      "unleash-token",
      "(?:\\*|[\\w-]{1,40}):[\\w-]{1,30}\\.[0-9a-f]{56,64}",
      "(?<=:[\\w-]{1,30})\\.[0-9a-f]{16}",
    ],
    ["webex-token", `[A-Za-z0-9]{64}_[A-Z0-9]{4}_${uuid}`, "_P[A-Z0-9]{3}_[0-9a-f]{8}-"],
    ["password-hash", "[0-9a-f]{32}:[0-9a-f]{32}(?=:::)", "(?<=[0-9a-f]{6}):[0-9a-f]{16}"],
  ].map(([name = "", form = "", hint = ""]) =>
    patternRule(name, `${alone}${form}(?![A-Za-z0-9])`, isReal, hint),
  ),
  // The number of its row or of its application, and a token.
  ...[
    ["laravel-token", "[0-9]{1,9}[|][A-Za-z0-9]{40,48}(?![A-Za-z0-9])"],
    ["facebook-token", "[0-9]{15,16}[|][A-Za-z0-9_-]{27}(?![A-Za-z0-9_-])"],
  ].map(([name = "", form = ""]) =>
    patternRule(name, alone + form, isRandom, "(?<=[0-9])[|][A-Za-z0-9_-]{27}"),
  ),
  // A key and its secret: the identifier of an account is none.
  ...["SK[0-9a-f]{32}:[A-Za-z0-9]{32}", "AC[0-9a-f]{32}:(?<secret>[0-9a-f]{32})"].map((form) =>
    patternRule(
      "twilio-key",
      `${alone}${form}(?![A-Za-z0-9])`,
      isReal,
      `${form.slice(0, 2)}[0-9a-f]{32}:`,
      0,
    ),
  ),
  patternRule(
    "ngrok-token",
    `${alone}[1-4][A-Za-z0-9]{26}_[0-9][A-Za-z0-9]{19,21}(?![A-Za-z0-9_-])`,
    isRandom,
    "(?<=[A-Za-z0-9]{26})_[0-9][A-Za-z0-9]{19}",
  ),
  patternRule(
    "okta-token",
    `${alone}00[A-Za-z0-9_-]{40}(?![A-Za-z0-9_-])`,
    isRandom,
    "(?<=[^A-Za-z0-9]|^)00[A-Za-z0-9_-]{6}",
    0,
  ),
  patternRule(
    "ably-key",
    `${alone}[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{6}:[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])`,
    isRandom,
    "(?<=[A-Za-z0-9_-]{6})\\.[A-Za-z0-9_-]{6}:[A-Za-z0-9_-]{16}",
  ),
  // The oldest tokens of Vault, and keys of Yandex, have little that tells them from names in code.
  patternRule(
    "vault-token",
    `${alone}s\\.[A-Za-z0-9]{24}(?![A-Za-z0-9.(])`,
    isRandom,
    "s\\.[A-Za-z0-9]{6}",
    0,
  ),
  patternRule(
    "yandex-key",
    `${alone}YC[A-Za-z0-9_-]{38}(?![A-Za-z0-9_-])`,
    isRandom,
    "YC[A-Za-z0-9_-]{6}",
    0,
  ),
  // New vendors call their keys as others do: sk-kimi-…, prod_live_…, x_pat_….
  patternRule(
    "api-key",
    `${alone}sk-(?:[a-z0-9]{1,10}-){1,2}[A-Za-z0-9_-]{24,200}`,
    isRandom,
    "sk-[a-z0-9]{1,10}-[A-Za-z0-9_-]{3}",
    0,
  ),
  patternRule(
    "api-key",
    `${alone}(?<!pk_)(?:sk|pat|tok|key|token|api|secret|live|prod)_[A-Za-z0-9_-]{24,200}(?![A-Za-z0-9_-])`,
    (token) => isRandom(token) && hasMixedPart(token),
    "(?:sk|pat|tok|key|token|api|secret|live|prod)_[A-Za-z0-9_-]{6}",
    0,
  ),
  // The rest of them begin with a name of their own, and go on at random; "pk" is a key that everybody may see.
  patternRule(
    "api-key",
    `${alone}(?<!\\\\)(?<!pk_)(?!pk_)[a-z][a-z0-9]{1,14}_(?:[a-z0-9]{1,10}_){0,2}[A-Za-z0-9]{32,200}(?![A-Za-z0-9_-])`,
    (token) => isRandom(token) && /[0-9]/.test(token.slice(-24)),
    "_[A-Za-z0-9]{32}",
  ),
  patternRule(
    "azure-client-secret",
    "[A-Za-z0-9_~.]{3}[78]Q~[A-Za-z0-9_~.-]{31,37}",
    isReal,
    "[78]Q~[A-Za-z0-9_~.-]",
  ),
  patternRule(
    "discord-token",
    `${alone}[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,45}`,
    isReal,
    "(?<=[A-Za-z0-9_-]{23})\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{15}",
  ),
  patternRule(
    "jwt",
    `${alone}eyJ[A-Za-z0-9_-]{8,400}\\.eyJ[A-Za-z0-9_-]{8,8000}\\.[A-Za-z0-9_-]{20,2000}`,
    isReal,
    "\\.eyJ",
  ),
  // Encrypted, it has five parts, the second of which may be empty.
  patternRule(
    "jwt",
    `${alone}eyJ[A-Za-z0-9_-]{20,400}\\.[A-Za-z0-9_-]{0,800}\\.[A-Za-z0-9_-]{12,24}\\.[A-Za-z0-9_-]{16,8000}\\.[A-Za-z0-9_-]{22,43}`,
    isReal,
    "eyJ(?:hbGc|lbmM|jdHk|0eXA|raWQ|6aXA)iOiJ",
    0,
  ),
  patternRule(
    "openai-key",
    `${alone}sk-[A-Za-z0-9]{20,80}(?![A-Za-z0-9-])`,
    (token) => isReal(token) && /[0-9]/.test(token) && /[A-Z]/.test(token),
    "sk-[A-Za-z0-9]{12}",
  ),
  // Those of relays and of other vendors, too, and often of one case.
  patternRule(
    "api-key",
    `${alone}sk-[A-Za-z0-9]{32,64}(?![A-Za-z0-9-])`,
    (token) => isReal(token) && (/[0-9]/.test(token) || !isSpoken(token)),
    "sk-[A-Za-z0-9]{12}",
  ),
  // New ones have signs, too, where their vendor does not say so.
  patternRule("api-key", `${alone}sk-[A-Za-z0-9_-]{40,200}`, isRandom, "sk-[A-Za-z0-9_-]{12}", 0),
  patternRule(
    "telegram-token",
    // In an address, "bot" stands in front of it.
    `(?:(?<![0-9])|${afterEscape})[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9-])`,
    isReal,
    ":AA[A-Za-z0-9_-]{6}",
  ),
];

/** The rules for tokens with a form of their own, which the bytes of a file in base64 may have by chance. */
export const tokenRules: readonly Rule[] = forms.map(({ find, ...rule }) => ({
  ...rule,
  *find(text, found) {
    for (const span of find(text, found)) if (!isInFile(text, span)) yield span;
  },
}));

/**
 * True when more base64 is around, in the same line or in others, and in a line as long as files have.
 */
function isInFile(text: string, { start, end }: Span): boolean {
  const [before = ""] = text
    .slice(Math.max(0, start - 160), start)
    .split(noBase64)
    .slice(-1);
  const [after = ""] = text.slice(end, end + 160).split(noBase64, 1);
  const around = before + after;
  if (around.length < 100 || !around.includes("+") || !around.includes("/")) return false;
  const [head = ""] = before.split("\n").slice(-1);
  const [tail = ""] = after.split("\n", 1);
  return head.length + end - start + tail.length >= 60;
}

const noBase64 = /[^A-Za-z0-9+/\r\n]/;

/**
 * True when a token is as keys are: of both cases, which change all the time, and digits or letters of no
 * words.
 */
function isRandom(token: string): boolean {
  const random = token.slice(-24);
  if (!isReal(token) || !/[a-z]/.test(random) || !/[A-Z]/.test(random)) return false;
  return !isSpoken(random) || (/[0-9]/.test(random) && isGenerated(random));
}

/** Names in C have such signs, too: `sk_X509V3_EXT_METHOD_new_null`. */
function hasMixedPart(token: string): boolean {
  return token
    .split(/[_-]/)
    .some((part) => /.{8}/.test(part) && /[a-z]/.test(part) && /[A-Z0-9]/.test(part));
}

function isReal(token: string): boolean {
  return !isSample(token);
}
