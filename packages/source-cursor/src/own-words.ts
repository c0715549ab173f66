/**
 * What loading may add to the texts of a conversation, in notices. A search finds these words in
 * conversations whose stores do not hold them; a test looks for those that are missing here.
 */
export const ownWords = "An error without a message The turn ended unknown failed";
