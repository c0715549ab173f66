import { writeStdout } from "../stdout.js";
import { cleanDocument } from "../terminal.js";
import { inBatches } from "./batches.js";
import { following, type Target } from "./target.js";

/** Standard output, one document after another; a terminal gets no control characters. */
export function stdoutTarget(): Target {
  const decoder = new TextDecoder();
  let empty = true;

  return {
    async write({ session, sink, context }) {
      const content = sink.render(session, { ...context, asset: async () => undefined });
      for await (const batch of inBatches(empty ? content : following(sink, content))) {
        context.signal.throwIfAborted();
        empty = false;
        const text = typeof batch === "string" ? batch : decoder.decode(batch, { stream: true });
        await writeStdout(process.stdout.isTTY ? cleanDocument(text) : batch);
      }
      return undefined;
    },
  };
}
