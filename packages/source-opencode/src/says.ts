/** The texts that this source adds itself. */
export const says = {
  agent: "Agent from here on:",
  failed: "The turn failed.",
  folder: "Folder from here on:",
  interrupted: "The turn was interrupted.",
  model: "Model from here on:",
  // Names of attached files, of rewound messages, and of unknown records.
  names: "Todo list rewind message part event session content row rowid none unknown json",
};
