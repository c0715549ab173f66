/** The texts that this source adds itself. */
export const says = {
  goal: "Goal:",
  failed: "The turn failed.",
  interrupted: "The turn was interrupted.",
  repeated: "The request failed, and is made again.",
  stopped: "The compaction was cancelled.",
};
