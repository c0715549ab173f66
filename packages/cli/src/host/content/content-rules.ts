import type { FingerprintInput } from "@chatexport/archive";
import { SessionError, type Transform, withoutReasoning, withoutSubagents } from "@chatexport/core";
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
export function contentFor(
  { reasoning = true, subagents = true }: Partial<ContentOptions>,
  redaction: Redaction,
): ContentRules {
  const hiding = [
    ...(subagents ? [] : [{ name: "subagents", transform: withoutSubagents }]),
    ...(reasoning ? [] : [{ name: "reasoning", transform: withoutReasoning }]),
  ];
  const options = Object.fromEntries(hiding.map(({ name }) => [name, false]));
  // Where nothing is hidden, documents of earlier versions are as they would be now.
  const inputs = hiding.length > 0 ? [{ name: "content", version, options }] : [];
  return {
    transforms: [...hiding.map(({ transform }) => transform), ...redaction.transforms].map(careful),
    inputs: [...inputs, ...redaction.inputs],
  };
}

/** A transform whose failure costs one session: the others of an export must not wait for its mend. */
function careful(transform: Transform): Transform {
  return async (session, context) => {
    try {
      return await transform(session, context);
    } catch (cause) {
      throw new SessionError(cause);
    }
  };
}
