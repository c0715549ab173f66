/** The texts that this source adds itself. */
export const says = {
  decided: "The reviewer's decision:",
  failed: "The turn failed.",
  interrupted: "The turn was interrupted.",
  noDecision: "unknown",
  reviewBegan: "A review began",
  reviewOver: "The review is over.",
  undoFailed: "The undo failed.",
  undone: "The last changes were undone.",
  voiceFailed: "The conversation by voice failed.",
};

/** The names of calls of which an item has nothing but its type. */
export const toolNames = {
  command: "exec_command",
  image: "view_image",
  newImage: "image_generation",
  patch: "apply_patch",
  shell: "shell",
  web: "web_search",
};
