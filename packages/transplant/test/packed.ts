import { buffer } from "node:stream/consumers";
import type { Transform } from "@chatexport/core";
import { type Pack, packSessions } from "../src/index.js";
import { transcriptPackable } from "../src/pack/packable.js";

/** A pack of sessions, with its bytes. */
export async function packed(
  paths: readonly string[],
  mask?: Transform,
): Promise<Pack & { bytes: Buffer }> {
  let bytes = Buffer.alloc(0);
  const write = async (content: AsyncIterable<Uint8Array>) => {
    bytes = await buffer(content);
  };
  return { ...(await packSessions(paths.map(transcriptPackable), write, mask)), bytes };
}
