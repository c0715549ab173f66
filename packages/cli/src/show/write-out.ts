import { documentFailed } from "@chatexport/archive";
import { type Content, inBatches } from "@chatexport/archive/content";
import type { Run } from "../run.js";
import { canRedraw } from "../terminal/can-redraw.js";
import { writeStdout } from "../terminal/stdout.js";
import type { Form } from "./forms.js";
import { showInPager } from "./pager.js";

// A few screens, which are there at once.
const batchLength = 16 * 1024;

/**
 * Writes to standard output; what is to be read on a terminal goes through the user's pager. Resolves
 * to false when it was interrupted; whoever leaves a pager early has seen what they wanted.
 */
export async function writeOut(
  content: () => Content,
  { isForPeople }: Pick<Form, "isForPeople">,
  { report, signal }: Run,
): Promise<boolean> {
  const batches = () => inBatches(untilFailure(content(), report), batchLength);
  if (isForPeople && canRedraw(process.stdout) && (await showInPager(batches))) return true;
  for await (const batch of batches()) {
    if (signal.aborted) return false;
    await writeStdout(batch);
  }
  return true;
}

/** The pieces up to one that cannot be made, which is reported: who reads has to leave the pager first. */
async function* untilFailure(
  content: Content,
  report: Run["report"],
): AsyncGenerator<string | Uint8Array> {
  try {
    yield* content;
  } catch (cause) {
    report(documentFailed("The session", undefined, cause));
  }
}
