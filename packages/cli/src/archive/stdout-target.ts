import type { Sink } from "@chatexport/core";
import { writeStdout } from "../stdout.js";
import { cleanDocument } from "../terminal.js";
import { inBatches } from "./batches.js";
import { everything, following, type Target } from "./target.js";

/** Standard output, one document after another; a terminal gets no control characters. */
export function stdoutTarget(sinks: readonly Sink[]): Target {
  const decoder = new TextDecoder();
  let empty = true;

  return {
    plan: async (listed) => everything(listed, sinks),
    take: async ({ session }, _, context) => ({
      async write(sink) {
        const content = sink.render(session, { ...context, asset: async () => undefined });
        for await (const batch of inBatches(empty ? content : following(sink, content))) {
          context.signal.throwIfAborted();
          empty = false;
          const text = typeof batch === "string" ? batch : decoder.decode(batch, { stream: true });
          await writeStdout(process.stdout.isTTY ? cleanDocument(text) : batch);
        }
        return { sink: sink.name };
      },
    }),
    close: async () => ({}),
  };
}
