/** The texts that this source adds itself. */
export const says = {
  interrupted: "The turn was interrupted.",
  failed: "The request failed.",
  used: "Tokens were used beside the answers.",
};
