import type { Finding, Found } from "./damages.js";
import type { Draft } from "./draft.js";
import { repairChain } from "./repair-chain.js";
import { repairContent } from "./repair-content.js";
import { repairLines } from "./repair-lines.js";

/** Repairs a transcript, and tells what was wrong with it; nothing changes when nothing was. */
export function repair(draft: Draft, sessionId: string): Finding[] {
  const findings: Finding[] = [];
  const found: Found = (damage, { number }) => {
    if (number !== undefined) findings.push({ damage, line: number });
  };
  repairLines(draft, found);
  repairChain(draft, sessionId, found);
  repairContent(draft, found);
  return findings;
}
