import { bytesIn, type Content } from "@chatexport/archive/content";
import { safeText } from "@chatexport/core";

/** A document for standard output; a terminal gets no control characters. */
export async function* forStdout(content: Content): AsyncGenerator<string | Uint8Array> {
  const decoder = new TextDecoder();
  for await (const piece of content) {
    const text =
      typeof piece === "string" ? piece : decoder.decode(bytesIn(piece), { stream: true });
    yield process.stdout.isTTY ? safeText(text) : piece;
  }
}
