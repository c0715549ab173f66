import { basename } from "node:path";
import { type JsonObject, type Parent, present } from "@chatexport/core";
import {
  objectOf,
  objectsOf,
  promptTitle,
  textOf,
  utcTime,
  withoutLinesEnding,
} from "@chatexport/core/read";
import type { Ends, Listed } from "@chatexport/core/source";
import { isChatRecord } from "./chat-record.js";

/** The facts from both ends of a chat; undefined for a file that holds no records of one. */
export function listedOf({ head, tail, bytes }: Ends, path: string): Listed | undefined {
  const records = [...head, ...tail].filter(isChatRecord);
  // A damaged record does not cost the chat: its file is named after it.
  const [first = {}] = records;
  if (!records[0] && !(bytes > 0 && ownName.test(withoutLinesEnding(path)))) return undefined;
  const last = records.at(-1);
  const times = (list: readonly JsonObject[]) => list.map(({ timestamp }) => utcTime(timestamp));
  const sessionId = textOf(first.sessionId) ?? "";
  const isSubagent = first.isSidechain === true;
  return present<Listed>({
    id: textOf(isSubagent ? first.agentId : sessionId) ?? withoutLinesEnding(basename(path)),
    title: titleIn(records),
    cwd: textOf(first.cwd),
    branch: textOf(last?.gitBranch),
    startedAt: times(head).find(Boolean),
    updatedAt: times(tail).findLast(Boolean),
    parent: isSubagent ? { sessionId, relation: "subagent" } : forkOf(first),
  });
}

const ownName = /projects[\\/][^\\/]+[\\/]chats[\\/][\da-f-]{36}$/;

function forkOf(record: JsonObject): Parent | undefined {
  const sessionId = textOf(objectOf(record.forkedFrom)?.sessionId);
  return sessionId === undefined ? undefined : { sessionId, relation: "fork" };
}

/** The title that was given last, which the tool writes again from time to time, else the first prompt. */
function titleIn(records: readonly JsonObject[]): string | undefined {
  const given = records.findLast(({ subtype }) => subtype === "custom_title");
  return textOf(objectOf(given?.systemPayload)?.customTitle) ?? promptTitle(promptsIn(records));
}

function* promptsIn(records: readonly JsonObject[]): Generator<string> {
  for (const { type, subtype, provenance, message, systemPayload } of records) {
    if (type !== "user" || subtype !== undefined) continue;
    if (provenance !== undefined && provenance !== "real_user") continue;
    const texts = objectsOf(objectOf(message)?.parts).flatMap(({ text }) => textOf(text) ?? []);
    const typed = texts.find((text) => !text.trimStart().startsWith("<system-reminder>"));
    yield textOf(objectOf(systemPayload)?.displayText) ?? typed ?? "";
  }
}
