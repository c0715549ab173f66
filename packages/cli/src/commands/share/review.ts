import type { Decided, Finding, SuspiciousKind } from "@chatexport/redact";
import {
  type Decisions,
  decidedAmong,
  decisionFor,
  decisionIn,
} from "../../host/content/decisions.js";
import type { Run } from "../../host/run.js";
import { openPrompts } from "../../terminal/prompts.js";
import { contextOf, headOf, kindNames } from "./finding-texts.js";

/**
 * Asks about each finding that nothing was decided about; resolves to those that do not stay as they
 * are, or to undefined when the user stops. Answers are remembered at once.
 */
export async function review(
  findings: readonly Finding[],
  decisions: Decisions,
  { messages, signal }: Pick<Run, "messages" | "signal">,
): Promise<Decided[] | undefined> {
  const open = findings.filter((finding) => decisionFor(finding, decisions) === undefined);
  if (open.length > 0) {
    const { colors } = messages;
    const prompts = await openPrompts(colors.isColorSupported, signal);
    prompts.begin(`Review: ${open.length} to decide. Answers are remembered.`);
    for (const [index, finding] of open.entries()) {
      // An answer for the whole kind may have been given in the meantime.
      if (decisionFor(finding, decisions) !== undefined) continue;
      const width = (process.stderr.columns || 80) - 6;
      const question = `${index + 1}/${open.length}  ${headOf(finding)}\n${contextOf(finding, width, colors)}`;
      const answer = await prompts.one(question, choicesFor(finding.kind), "mask");
      if (answer === undefined) {
        prompts.cancel("Nothing was written; the answers so far are remembered.");
        return undefined;
      }
      remember(answer, finding, decisions);
      await decisions.save();
    }
    prompts.end("Reviewed.");
  }
  return decidedAmong(findings, decisions);
}

function choicesFor(kind: SuspiciousKind) {
  const [, many] = kindNames[kind];
  return [
    { value: "mask", label: "Mask it" },
    { value: "keep", label: "Keep it" },
    { value: "drop", label: "Drop the message" },
    { value: "always-mask", label: `Always mask ${many}` },
    { value: "always-keep", label: `Always keep ${many}` },
  ];
}

function remember(answer: string, { kind, text }: Finding, decisions: Decisions): void {
  const always = decisionIn(answer.replace("always-", ""));
  if (!always) return;
  if (answer.startsWith("always-")) decisions.set("always", kind, always);
  else decisions.set(kind, text.toLowerCase(), always);
}
