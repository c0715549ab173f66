/** True when two titles are the same: clients cut them, and make one line of several. */
export function sameTitle(/** @type {string} */ one, /** @type {string} */ other) {
  const [short = "", long = ""] = [one, other]
    .map(lineOf)
    .sort((first, second) => first.length - second.length);
  return short === long || (short.length > 60 && long.startsWith(short));
}

/** True when ours is of the prompt that a client shows: a client takes its beginning, chatexport a sentence. */
export function isSentenceOf(/** @type {string} */ theirs, /** @type {string} */ ours) {
  return lineOf(theirs).includes(lineOf(ours)) || sameTitle(theirs, ours);
}

function lineOf(/** @type {string} */ title) {
  // Without its slash word, a command begins with a capital.
  return title
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/(…|\.\.\.)$/, "")
    .trim();
}
