/** The texts that this source adds itself. */
export const says = {
  interrupted: "The turn was interrupted.",
  failed: "The request failed.",
  exited: "Command exited with code",
  cancelled: "(command cancelled)",
  used: "Tokens were used beside the answers.",
};
