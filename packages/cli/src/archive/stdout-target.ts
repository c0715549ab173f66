import type { Sink } from "@chatexport/core";
import { writeStdout } from "../terminal/stdout.js";
import { forStdout } from "../terminal/stdout-document.js";
import { inBatches } from "./batches.js";
import { everything, following, nothingToWrite, plainJob, type Target } from "./target.js";

/** Standard output, one document after another; a terminal gets no control characters. */
export function stdoutTarget(sinks: readonly Sink[]): Target {
  let empty = true;

  return {
    plan: async (listed) => everything(listed, sinks),
    jobFor: plainJob,
    begin: async ({ session }, _, context) => ({
      async render(sink) {
        const content = sink.render(session, { ...context, asset: async () => undefined });
        const batches = inBatches(empty ? content : following(sink, content));
        for await (const batch of forStdout(batches)) {
          context.signal.throwIfAborted();
          empty = false;
          await writeStdout(batch);
        }
        return { sink: sink.name };
      },
    }),
    take: nothingToWrite,
    close: async () => ({}),
  };
}
