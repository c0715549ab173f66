import { present, type Usage } from "@chatexport/core";

/** Facts in what Aider printed. */
export interface PrintedFacts {
  version?: string | undefined;
  model?: string | undefined;
  editorModel?: string | undefined;
  usage?: Usage | undefined;
  /** The files of edits that it wrote. */
  applied: readonly string[];
}

/** The facts in the lines of a text that Aider printed, in the words of 0.9 to 0.86.2. */
export function factsIn(text: string): PrintedFacts {
  return {
    version: /^Aider v(\d[\w.+-]{0,40})$/m.exec(text)?.[1],
    model: /^(?:Main model|Models?): ([^\s,⚡]{1,200})/m.exec(text)?.[1],
    editorModel: /^Editor model: ([^\s,⚡]{1,200})/m.exec(text)?.[1],
    usage: usageIn(text),
    applied: [...text.matchAll(/^Applied edit to (.{1,500})$/gm)].map((found) => found[1] ?? ""),
  };
}

/** Tokens and cost of a request, as Aider shows them: since 0.45 it rounds tokens beyond a thousand. */
function usageIn(text: string): Usage | undefined {
  const report = /^Tokens: [\d.,]{1,12}[kM]? sent.{0,300}(?:\nCost: .{0,100})?/m.exec(text)?.[0];
  if (report === undefined) return undefined;
  const sent = tokensOf(report, "sent") ?? 0;
  const cacheReadTokens = tokensOf(report, "cache hit") ?? tokensOf(report, "cached");
  const amount = /Cost: \$([\d,]{1,12}(?:\.\d{1,20})?) (?:message|request)/.exec(report)?.[1];
  return present<Usage>({
    // Some providers do not count what they read from a cache as sent.
    inputTokens: cacheReadTokens && cacheReadTokens > sent ? sent + cacheReadTokens : sent,
    outputTokens: tokensOf(report, "received"),
    cacheReadTokens,
    cacheWriteTokens: tokensOf(report, "cache write"),
    cost: amount ? { amount: Number(amount.replaceAll(",", "")), currency: "USD" } : undefined,
  });
}

const counts = /([\d.,]{1,12})([kM]?) (sent|received|cached|cache hit|cache write)\b/g;

function tokensOf(report: string, what: string): number | undefined {
  const found = [...report.matchAll(counts)].find((count) => count[3] === what);
  if (!found) return undefined;
  const factor = { k: 1000, M: 1_000_000 }[found[2] ?? ""] ?? 1;
  return Math.round(Number((found[1] ?? "").replaceAll(",", "")) * factor);
}
