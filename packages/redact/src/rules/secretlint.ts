import { createRequire } from "node:module";
import { once } from "@chatexport/core/read";
import { addressWithPassword } from "./connections.js";
import { beginning } from "./encoded-blocks.js";
import { isPlaceholder, isSample, isTemplate } from "./placeholder.js";
import type { Rule, Span } from "./rule.js";

/*
 * The rules of secretlint, run one by one instead of through @secretlint/core: its filter of
 * repeated messages is quadratic, and its ranges are off where a rule reports only a part of what
 * it matched, so what counts here is the text that it reports. Not taken are the rule that lets a
 * comment in a text switch the scanner off, the one that looks into files, and that for SendGrid,
 * which a text can make slow.
 */

/** By the end of the rule's id, in its order, what is needed of it: our name, and what all texts with such a secret contain. */
const known: Readonly<Record<string, Pick<Rule, "name" | "hints">>> = {
  aws: {
    name: "aws-secret-key",
    hints: ["(?:SECRET|secret|Secret)_?(?:ACCESS|access|Access)_?(?:KEY|key|Key)"],
  },
  privatekey: { name: "private-key", hints: [beginning] },
  npm: { name: "npm-token", hints: ["npm_", ":x-oauth-basic@"] },
  basicauth: { name: "url-password", hints: [addressWithPassword] },
  slack: { name: "slack-token", hints: ["xox[a-z]-", "xapp-", "hooks\\.slack\\.com"] },
  shopify: { name: "shopify-token", hints: ["shp(?:at|ca|pa|ss)_"] },
  github: { name: "github-token", hints: ["gh[pousr]_", "github_pat_"] },
  openai: { name: "openai-key", hints: ["T3BlbkFJ"] },
  anthropic: { name: "anthropic-key", hints: ["sk-ant-"] },
  linear: { name: "linear-key", hints: ["lin_(?:api|oauth)_"] },
  "1password": { name: "1password-token", hints: ["ops_ey"] },
  "database-connection-string": { name: "database-url", hints: [addressWithPassword] },
};

/** The rules of secretlint that find secrets in texts. */
export const secretlintRules: readonly Rule[] = Object.entries(known).map(([id, rule]) => ({
  ...rule,
  find: (text) => found(creatorOf(id), text),
}));

const require = createRequire(import.meta.url);

// Large, and rarely needed: most sessions have no hint of such a secret.
const library = once((): typeof import("@secretlint/secretlint-rule-preset-recommend") =>
  require("@secretlint/secretlint-rule-preset-recommend"),
);

function creatorOf(id: string): Creator {
  const creator = library().rules.find(({ meta }) => meta.id.endsWith(`secretlint-rule-${id}`));
  if (!creator) throw new Error(`secretlint has no rule ${id}.`);
  return creator;
}

type Creator = typeof import("@secretlint/secretlint-rule-preset-recommend")["rules"][number];
type Context = Parameters<Creator["create"]>[0];
type Source = Parameters<NonNullable<ReturnType<Creator["create"]>["file"]>>[0];

function found(creator: Creator, text: string): Span[] {
  const places: Span[] = [];
  const context: Context = {
    sharedOptions: {},
    createTranslator: () => (messageId, data) => ({
      message: "",
      messageId: String(messageId),
      data,
    }),
    ignore() {},
    report({ message, range: [start] }) {
      const place = placeOf(text, start, message.data);
      if (place !== undefined) places.push(place);
    },
  };
  const source = { content: text, contentType: "text", filePath: undefined, ext: "" } as Source;
  creator.create(context, {}).file?.(source);
  return places;
}

/** The place of the secret of a report; of an address only its password, so that the host stays. */
function placeOf(text: string, from: number, data: Record<string, unknown>): Span | undefined {
  const reported = data.KEY ?? data.TOKEN ?? data.CREDENTIAL ?? data.URI ?? data.URL;
  if (typeof reported !== "string") return undefined;
  const [start, end] = reported.includes("://")
    ? (inAddress.exec(reported)?.indices?.groups?.secret ?? [0, 0])
    : [0, reported.length];
  const secret = reported.slice(start, end);
  if (secret === "" || (/\s/.test(secret) && !secret.startsWith("-----"))) return undefined;
  if (isSample(secret) || isTemplate(secret)) return undefined;
  if (secret !== reported && isPlaceholder(secret)) return undefined;
  const at = text.indexOf(reported, from);
  return { start: at + start, end: at + end };
}

const inAddress =
  /(?:\/services\/|:\/\/[^:/\s]{1,256}:(?=[^@/\s]{1,256}@))(?<secret>[^@\s]{2,256})/d;
