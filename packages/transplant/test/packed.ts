import { buffer } from "node:stream/consumers";
import { type Mask, type Pack, type Packable, packSessions } from "../src/index.js";
import { transcriptSession } from "../src/pack/tools/claude.js";

/** A pack of sessions, with its bytes. */
export async function packed(
  paths: readonly string[],
  mask?: Mask,
): Promise<Pack & { bytes: Buffer }> {
  let bytes = Buffer.alloc(0);
  const write = async (content: AsyncIterable<Uint8Array>) => {
    bytes = await buffer(content);
  };
  return { ...(await packSessions(paths.map(transcriptOf), write, mask)), bytes };
}

/** The session of Claude Code in a transcript. */
export function transcriptOf(path: string): Packable {
  return { tool: "claude", stored: transcriptSession(path) };
}
