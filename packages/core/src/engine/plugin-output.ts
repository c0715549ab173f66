import type { ChangeCounts, Diagnostic } from "../diagnostics.js";
import { brokenRefField, brokenSessionField } from "../fields/wrong-fields.js";
import { numberOf, objectOf, stringOf, textOf, wordOf } from "../json.js";
import { type Origin, schemaVersion } from "../model.js";
import type { SessionRef } from "../plugin.js";
import { present } from "../present.js";
import { unnamedTrouble } from "./diagnostics.js";

/*
 * Checks what plugins hand over at run time: external ones may be plain JavaScript. Only what hosts,
 * transforms and sinks rely on is checked; the testkit checks the rest.
 */

/** The fault of something that a source listed, in a few words; undefined for a ref. */
export function refFault(value: unknown): string | undefined {
  const ref = objectOf(value);
  if (!ref) return "something that is no object";
  const missing = ["id", "source", "revision"].find((name) => textOf(ref[name]) === undefined);
  if (missing !== undefined) return `a session without ${missing}`;
  // The locator is private to the source.
  const wrong = brokenRefField({ ...ref, locator: null });
  return wrong === undefined ? undefined : `a session of which ${wrong} is not what the model says`;
}

/** The fault of something that a source loaded for a ref, in a few words; undefined for a session. */
export function sessionFault(value: unknown, { id, source }: SessionRef): string | undefined {
  const session = objectOf(value);
  if (!session) return "nothing that is a session";
  if (session.schemaVersion !== schemaVersion)
    return `version ${wordOf(session.schemaVersion)} of the model, and this is ${schemaVersion}`;
  if (session.id !== id || session.source !== source) return "another session than was listed";
  const wrong = brokenSessionField(session);
  return wrong === undefined ? undefined : `a session of which ${wrong} is not what the model says`;
}

const severities = ["error", "warning", "info"] as const;

/** The diagnostic in something that a plugin reported; its other fields are left out. */
export function diagnosticOf(reported: unknown): Diagnostic {
  const { source, session, severity, code, message, origin, changes, cause } =
    objectOf(reported) ?? {};
  const unnamed = unnamedTrouble();
  return present({
    source: textOf(source),
    session: textOf(session),
    severity: severities.find((known) => known === severity) ?? unnamed.severity,
    code: textOf(code) ?? unnamed.code,
    message: lineOf(textOf(message)) ?? unnamed.message,
    origin: originOf(origin),
    changes: changesOf(changes),
    cause: cause as unknown,
  });
}

// In characters: a message may quote a record type or a file name, of any length.
const longestMessage = 1000;

/** A message in one line. */
function lineOf(message: string | undefined): string | undefined {
  if (message === undefined) return undefined;
  const line = message.replaceAll(/\p{Cc}+/gu, " ");
  return line.length > longestMessage ? `${line.slice(0, longestMessage)}…` : line;
}

function changesOf(value: unknown): ChangeCounts | undefined {
  const counts = Object.entries(objectOf(value) ?? {}).map(([kind, each]) => {
    const { text, leftOut } = objectOf(each) ?? {};
    return [kind, { text: numberOf(text) ?? 0, leftOut: numberOf(leftOut) ?? 0 }] as const;
  });
  return counts.length === 0 ? undefined : Object.fromEntries(counts);
}

function originOf(value: unknown): Origin | undefined {
  const origin = objectOf(value);
  const at = stringOf(origin?.at) ?? numberOf(origin?.at);
  const found = present({ path: textOf(origin?.path), at });
  return Object.keys(found).length === 0 ? undefined : found;
}
