/**
 * Compares what was said with documents that were written from the store. Knows neither the tool nor
 * the program that wrote them.
 *
 * @typedef {import("./said.mjs").Said} Said
 *
 * @typedef {object} Verdict
 * @property {Said[]} found
 * @property {Said[]} missing Stands in a transcript, not in the documents.
 * @property {Said[]} invented Was never part of the conversation, or was left, and stands in the documents.
 * @property {Said[]} unstored Should be shown, but the tool did not store it.
 */

/**
 * @param {Said[]} said
 * @param {object} documents
 * @param {string} documents.standard All documents as they are written by default.
 * @param {string} documents.branches All documents with every branch.
 * @param {(path: string) => boolean} isTranscript Whether a file of the store is one.
 * @returns {Verdict}
 */
export function judge(said, documents, isTranscript) {
  /** @type {Verdict} */
  const verdict = { found: [], missing: [], invented: [], unstored: [] };
  for (const one of said) {
    const isLeft = one.expect === "hidden" || one.expect === "branch";
    if (isLeft && documents.standard.includes(one.id)) verdict.invented.push(one);
    if (one.expect !== "shown" && one.expect !== "branch") continue;
    const document = one.expect === "shown" ? documents.standard : documents.branches;
    if (!one.stored.some(isTranscript)) verdict.unstored.push(one);
    else verdict[document.includes(one.id) ? "found" : "missing"].push(one);
  }
  return verdict;
}
