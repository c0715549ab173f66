import type { Decided, Finding } from "@chatexport/redact";
import { type Remembered, remembered } from "../files/remembered.js";

/** The decision about a text that may be private. */
export type Decision = "mask" | "keep" | "drop";

/** The decisions of people in reviews, this one and earlier ones. */
export type Decisions = Remembered<Decision>;

/** The decisions that are remembered from run to run. */
export function rememberedDecisions(): Decisions {
  return remembered("share-decisions", decisionIn);
}

function decisionIn(value: unknown): Decision | undefined {
  return value === "mask" || value === "keep" || value === "drop" ? value : undefined;
}

/** The decision about a finding, or about its kind for always. */
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

/** The findings that a document shows: nobody is asked about the others. */
export function shownFindings(findings: readonly Finding[], document: string): Finding[] {
  if (findings.length === 0) return [];
  const shown = lettersOf(document.replace(/<[^<>]*>/g, ""));
  return findings.filter(({ text }) => shown.includes(lettersOf(text)));
}

/** Without what a format may escape or break. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "");
}
