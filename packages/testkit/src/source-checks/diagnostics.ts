import { type Diagnostic, type Session, withSubagents } from "@chatexport/core";
import { partsOf, readAll, readStore, storesOf } from "./reading.js";
import { inNewHome, type Trial } from "./trial.js";

/** People read diagnostics, programs count them by code. */
export const diagnosticsAreWellFormed = inNewHome(async function* (trial) {
  await trial.subject.damage(trial.store);
  for (const { severity, code, message } of await diagnosticsOf(trial)) {
    if (!["error", "warning", "info"].includes(severity))
      yield `What is reported has the severity ${JSON.stringify(severity)} and the code ${JSON.stringify(code)}. Report an object: { severity: "warning", code, message, origin }.`;
    if (!/^[a-z]+(?:-[a-z0-9]+)*$/.test(String(code)))
      yield `The code ${JSON.stringify(code)} must be in kebab-case: "malformed-line".`;
    if (!/^[^\p{Cc}]{3,400}[.!?]$/u.test(String(message)))
      yield `The message of ${code} must be a sentence in one line: ${JSON.stringify(message)}.`;
  }
});

/** Diagnostics are shown, logged and sent to other people. */
export const diagnosticsQuoteNothing = inNewHome(async function* (trial) {
  const before = await readStore(trial);
  await trial.subject.damage(trial.store);
  const after = await readAll(trial.open());
  const texts = [...before.sessions, ...after.sessions].flatMap((session) => longTexts(session));
  for (const { code, message } of await diagnosticsOf(trial)) {
    const quoted = texts.find((text) => message.includes(text));
    if (quoted !== undefined) yield `The message of ${code} quotes a session: "${message}".`;
    if (/Unexpected token|is not valid JSON|in JSON at position/.test(message))
      yield `The message of ${code} hands on what JSON.parse says, which quotes the text: "${message}".`;
  }
});

/** All that is reported of a store. */
async function diagnosticsOf({ open }: Trial): Promise<Diagnostic[]> {
  const reported: Diagnostic[] = [];
  await storesOf(open(), reported);
  const { listing, loading } = await readAll(open());
  return [...reported, ...listing, ...[...loading.values()].flat()];
}

const longText = 16;

/** The lines of the conversation that are too long to occur anywhere by chance. */
function longTexts(session: Session): string[] {
  return [...withSubagents(session)].flatMap((each) =>
    partsOf(each)
      .flatMap((part) => (part.type === "text" ? part.text.split("\n") : []))
      .filter((line) => line.length >= longText),
  );
}
