/** The texts that this source adds itself. */
export const says = {
  draft: "Draft, not sent",
  ended: "The turn ended",
  error: "An error without a message",
  guessed:
    "Found by guessing in a file of the editor's cache: it is not known whether this is a conversation, whole, and in order.",
  noStatus: "unknown",
  // A state of calls, and names in what is native.
  names: "failed codeBlockDiffs diffFates diffId draft id path requestContexts summary",
};
