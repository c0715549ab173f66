import type { FingerprintInput } from "@chatexport/archive";
import type { Session, Transform } from "@chatexport/core";
import type { ContentOptions } from "../../options/option-table.js";
import { version } from "../files/package-file.js";
import type { Redaction } from "./redaction.js";

/** What changes sessions before they are shown. */
export interface ContentRules {
  /** What is hidden, then what is masked: what is hidden need not be searched for secrets. */
  transforms: Transform[];
  /** What the documents depend on for that. */
  inputs: FingerprintInput[];
}

/** What the user asked to hide, and the redaction after it. */
export async function contentFor(
  { reasoning = true, subagents = true }: Partial<ContentOptions>,
  redaction: Redaction,
): Promise<ContentRules> {
  const hidden: Record<string, boolean> = {};
  const transforms: Transform[] = [];
  if (!subagents) {
    transforms.push(withoutSubagents);
    hidden.subagents = false;
  }
  if (!reasoning) {
    const { withoutReasoning } = await import("./without-reasoning.js");
    transforms.push(withoutReasoning);
    hidden.reasoning = false;
  }
  // Where nothing is hidden, documents of earlier versions are as they would be now.
  const inputs = transforms.length > 0 ? [{ name: "content", version, options: hidden }] : [];
  return {
    transforms: [...transforms, ...redaction.transforms],
    inputs: [...inputs, ...redaction.inputs],
  };
}

/**
 * The session without those of its sub-agents. The calls that started them stay, with what they were
 * told and what they gave back.
 */
export function withoutSubagents(session: Session): Session {
  const { subagents, ...rest } = session;
  return subagents ? rest : session;
}
