import type { Context, Session } from "@chatexport/core";
import { TallyCounter, unknownRecord } from "@chatexport/core/read";
import type { Copy } from "../../conversation/copy.js";
import { locationOfPath } from "../../workspaces/locations.js";
import { sessionOf } from "../session.js";
import { readJson, readTxt } from "./early-transcripts.js";
import { workspacePath } from "./message-facts.js";
import { agentMessages, countRecord } from "./messages.js";
import { readJsonl } from "./transcript-jsonl.js";

const readers: Readonly<Partial<Record<Copy["format"], typeof readJsonl>>> = {
  "cursor/transcript-jsonl": readJsonl,
  "cursor/transcript-json": readJson,
  "cursor/transcript-txt": readTxt,
};

/** The conversation in a transcript, which mostly lacks times and results. Throws for an unreadable file. */
export function readTranscript(
  { id, format, path }: Pick<Copy, "id" | "format" | "path">,
  context: Context,
): Session {
  const tally = new TallyCounter();
  const records = readers[format]?.(path, id, tally, context) ?? [];
  const { messages, fates } = agentMessages(records, tally);
  for (const record of records) {
    if (!("fields" in record)) continue;
    const { id, at, type } = record;
    tally.read();
    const fate = fates.get(id);
    countRecord(type, fate, tally);
    if (fate === "unknown") context.report(unknownRecord({ path, at }, type));
  }
  const cwd = workspacePath(messages);
  const head = cwd === undefined ? {} : locationOfPath(cwd);
  return sessionOf({ id, format, head, messages, tally, origin: { path } });
}
