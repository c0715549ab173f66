import type { FingerprintInput } from "@chatexport/archive";
import type { Transform } from "@chatexport/core";
import type { ContentOptions } from "./options.js";
import type { Redaction } from "./redaction.js";
import { version } from "./version.js";

/** What changes sessions before they are shown. */
export interface ContentRules {
  /** What is hidden, then what is masked: what nobody sees need not be searched for secrets. */
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
    const { withoutSubagents } = await import("./transforms/without-subagents.js");
    transforms.push(withoutSubagents);
    hidden.subagents = false;
  }
  if (!reasoning) {
    const { withoutReasoning } = await import("./transforms/without-reasoning.js");
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
