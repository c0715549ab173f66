import { isSample } from "./placeholder.js";
import { patternRule, type Rule } from "./rule.js";

/*
 * Secrets that their own form gives away. Each line: the rule, how the secret begins, how it goes
 * on; the group `secret` leaves out what tells nothing.
 */

type Form = readonly [name: string, prefix: string, rest: string];

const forms: readonly Form[] = [
  ["age-key", "AGE-SECRET-KEY-1", "[0-9A-Z]{20,80}"],
  ["anthropic-key", "sk-ant-", "[A-Za-z0-9_-]{20,200}"],
  ["atlassian-token", "ATATT3", "[A-Za-z0-9_=-]{50,300}"],
  ["azure-storage-key", "AccountKey=", "(?<secret>[A-Za-z0-9+/]{40,100}={0,2})"],
  ["brevo-key", "xkeysib-", "[0-9a-f]{64}-[A-Za-z0-9]{8,40}"],
  ["circleci-token", "CCIPAT_", "[A-Za-z0-9_]{30,100}"],
  ["digitalocean-token", "do[opr]_v1_", "[0-9a-f]{40,80}"],
  ["docker-token", "dckr_[po]at_", "[A-Za-z0-9_-]{20,100}"],
  ["doppler-token", "dp\\.(?:pt|st|ct|sa|scim|audit)\\.", "[A-Za-z0-9._-]{40,80}"],
  ["figma-token", "figd_", "[A-Za-z0-9_-]{30,100}"],
  ["fly-token", "fm[12][ar]?_", "[A-Za-z0-9+/=_-]{60,2000}"],
  ["gcp-key", "AIza", "[A-Za-z0-9_-]{35}"],
  ["gcp-key", "ya29\\.", "[A-Za-z0-9_-]{30,300}"],
  ["gcp-key", "GOCSPX-", "[A-Za-z0-9_-]{28}"],
  ["github-token", "gh[pousr]_", "[A-Za-z0-9]{30,255}"],
  ["github-token", "github_pat_", "[A-Za-z0-9_]{40,255}"],
  ["gitlab-token", "gl(?:pat|dt|rt|ptt|cbt)-", "[A-Za-z0-9_.-]{20,100}"],
  ["grafana-token", "gl(?:sa|c)_", "[A-Za-z0-9_+/=]{32,400}"],
  ["langsmith-key", "lsv2_(?:pt|sk)_", "[0-9a-f]{32}_[0-9a-f]{8,16}"],
  ["linear-key", "lin_(?:api|oauth)_", "[A-Za-z0-9_]{32,128}"],
  ["new-relic-key", "NRAK-", "[A-Z0-9]{27}"],
  ["notion-token", "ntn_", "[A-Za-z0-9]{40,60}"],
  ["npm-token", "npm_", "[A-Za-z0-9]{36,80}"],
  ["openai-key", "sk-(?:proj|svcacct|admin|or-v1)-", "[A-Za-z0-9_-]{20,300}"],
  ["perplexity-key", "pplx-", "[A-Za-z0-9]{40,80}"],
  ["planetscale-token", "pscale_(?:tkn|pw|oauth)_", "[A-Za-z0-9_.-]{32,64}"],
  ["postman-key", "PMAK-", "[0-9a-f]{24}-[0-9a-f]{34}"],
  ["pypi-token", "pypi-", "[A-Za-z0-9_-]{50,300}"],
  ["rubygems-key", "rubygems_", "[0-9a-f]{48}"],
  ["sentry-token", "sntry[su]_", "[A-Za-z0-9_=+/-]{60,400}"],
  ["shopify-token", "shp(?:at|ca|pa|ss)_", "[A-Fa-f0-9]{32,64}"],
  ["slack-token", "xox[a-z]-", "[A-Za-z0-9-]{20,250}"],
  ["slack-token", "xapp-", "[A-Za-z0-9-]{20,250}"],
  [
    "slack-webhook",
    "hooks\\.slack\\.com/(?:services|workflows|triggers)/",
    "(?<secret>[A-Za-z0-9_/-]{20,120})",
  ],
  // So begin the secret keys of Clerk, too.
  ["stripe-key", "[sr]k_(?:live|test)_", "[A-Za-z0-9]{16,250}"],
  ["stripe-key", "whsec_", "[A-Za-z0-9+/=]{24,100}"],
  ["supabase-key", "sb(?:p|_secret)_", "[A-Za-z0-9_-]{30,80}"],
  ["tailscale-key", "tskey-", "[A-Za-z0-9-]{20,100}"],
  ["terraform-token", "\\.atlasv1\\.", "[A-Za-z0-9_-]{60,80}"],
  ["vault-token", "hv[sbr]\\.", "[A-Za-z0-9_-]{24,300}"],
  ["xai-key", "xai-", "[A-Za-z0-9]{60,100}"],
  [
    "discord-webhook",
    "discord(?:app)?\\.com/api/webhooks/",
    "(?<secret>[0-9]{6,25}/[A-Za-z0-9_-]{30,100})",
  ],
];

/** Forms that begin as other text may: these stand by themselves. Before the rest: its characters. */
const shortForms: readonly (readonly [...Form, rest: string])[] = [
  ["aws-access-key", "A(?:KIA|SIA)", "[A-Z0-9]", "{16}(?![A-Za-z0-9])"],
  ["cursor-key", "key_", "[0-9a-f]", "{64}(?![0-9A-Za-z])"],
  ["databricks-token", "dapi", "[0-9a-f]", "{32}(?:-[0-9])?(?![0-9A-Za-z])"],
  ["groq-key", "gsk_", "[A-Za-z0-9]", "{40,60}"],
  ["huggingface-token", "hf_", "[A-Za-z0-9]", "{30,50}"],
  ["mailgun-key", "key-", "[0-9a-f]", "{32}(?![0-9A-Za-z])"],
  ["pulumi-token", "pul-", "[0-9a-f]", "{40}(?![0-9A-Za-z])"],
  ["replicate-token", "r8_", "[A-Za-z0-9]", "{37}(?![0-9A-Za-z])"],
  ["sendgrid-key", "SG\\.", "[A-Za-z0-9_-]", "{16,32}\\.[A-Za-z0-9_-]{30,64}"],
  ["twilio-key", "SK", "[0-9a-f]", "{32}(?![0-9A-Za-z])"],
];

/** Not within a word, but after an escape: of a line break, a character, a colour. */
const afterEscape = "(?<=\\\\[nrt]|%[0-9A-F]{2}|\\\\u00[0-9A-Fa-f]{2}|\\[[0-9;]{0,12}m)";
const alone = `(?:(?<![A-Za-z0-9])|${afterEscape})`;

/** The rules for tokens with a form of their own. */
export const tokenRules: readonly Rule[] = [
  ...forms.map(([name, prefix, rest]) => patternRule(name, prefix + rest, isReal, prefix)),
  ...shortForms.map(([name, prefix, characters, rest]) =>
    patternRule(name, alone + prefix + characters + rest, isReal, `${prefix}${characters}{6}`),
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
    "\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{15}",
  ),
  patternRule(
    "jwt",
    `${alone}eyJ[A-Za-z0-9_-]{8,400}\\.eyJ[A-Za-z0-9_-]{8,8000}\\.[A-Za-z0-9_-]{20,2000}`,
    isReal,
    "\\.eyJ",
  ),
  // The oldest keys of OpenAI have nothing but "sk-", as have style sheets and other things.
  patternRule(
    "openai-key",
    `${alone}sk-[A-Za-z0-9]{20,80}(?![A-Za-z0-9-])`,
    (token) => isReal(token) && /[0-9]/.test(token) && /[A-Z]/.test(token),
    "sk-[A-Za-z0-9]{12}",
  ),
  patternRule(
    "telegram-token",
    // In an address, "bot" stands in front of it.
    `(?:(?<![0-9])|${afterEscape})[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9-])`,
    isReal,
    ":AA[A-Za-z0-9_-]{6}",
  ),
];

function isReal(token: string): boolean {
  return !isSample(token);
}
