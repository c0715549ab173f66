import type { Decided, Finding } from "@chatexport/redact";
import { type Remembered, remembered } from "../files/remembered.js";

/** What becomes of a text that may be private. */
export type Decision = "mask" | "keep" | "drop";

/** What people decided in reviews, this one and earlier ones. */
export type Decisions = Remembered<Decision>;

/** The decisions that are remembered from run to run. */
export function rememberedDecisions(): Decisions {
  return remembered("share-decisions", decisionIn);
}

function decisionIn(value: unknown): Decision | undefined {
  return value === "mask" || value === "keep" || value === "drop" ? value : undefined;
}

/** What was decided about a finding, or about its kind for always. */
export function decisionFor({ kind, text }: Finding, decisions: Decisions): Decision | undefined {
  return decisions.get(kind, text.toLowerCase()) ?? decisions.get("always", kind);
}

/** Those that do not stay as they are. */
export function decidedAmong(findings: readonly Finding[], decisions: Decisions): Decided[] {
  return findings.flatMap((finding) => {
    const decision = decisionFor(finding, decisions);
    const { kind, text } = finding;
    return decision === "mask" || decision === "drop" ? [{ kind, text, decision }] : [];
  });
}

/** What may be private and stands in a document: nobody is asked about what it does not show. */
export function shownFindings(findings: readonly Finding[], document: string): Finding[] {
  if (findings.length === 0) return [];
  const shown = lettersOf(document.replace(/<[^<>]*>/g, ""));
  return findings.filter(({ text }) => shown.includes(lettersOf(text)));
}

/** Without what a format may escape or break. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "");
}
