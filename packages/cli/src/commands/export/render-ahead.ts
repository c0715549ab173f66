import { type Job, type RenderContext, type Rendered, renderJob } from "@chatexport/archive";
import { defined } from "@chatexport/core";
import type { Findings } from "@chatexport/redact";
import { boundGarbage } from "../../host/bound-garbage.js";
import { contentFor } from "../../host/content/content-rules.js";
import { redactionFor } from "../../host/content/redaction.js";
import type { OptionsOf } from "../../options/option-table.js";

/** The result of a job that was done before it was asked for. */
export interface RenderedAhead extends Rendered {
  /** The redactor's findings, which count when the job is asked for. */
  findings?: Findings;
}

/** Does jobs ahead, in any thread, with a redactor of its own. */
export async function renderAhead(
  context: Omit<RenderContext, "transforms" | "signal">,
  options: OptionsOf<"export">,
): Promise<(job: Job, signal: AbortSignal) => Promise<RenderedAhead>> {
  const redaction = await redactionFor(options);
  const { transforms } = contentFor(options, redaction);
  return async (job, signal) => {
    boundGarbage(job.ref.bytes);
    const rendered = await renderJob(job, { ...context, transforms, signal });
    return { ...rendered, ...defined({ findings: redaction.takeFindings() }) };
  };
}
