/** The fields of the folder in which a message was answered. */
const ofMessage = ["path.cwd", "path.root"];

/** The columns that place sessions, by "table.column", with the fields of JSON in them; the ids of projects come from git, and stay. */
export const placeColumns: Readonly<Record<string, readonly string[]>> = {
  "project.worktree": [],
  "project.sandboxes": ["*"],
  "project_directory.directory": [],
  "workspace.directory": [],
  "session.directory": [],
  "message.data": ofMessage,
};

/** The same in the files of versions before 1.2, by their folder. */
export const placeFields: Readonly<Record<string, readonly string[]>> = {
  project: ["worktree", "sandboxes.*"],
  session: ["directory"],
  message: ofMessage,
};
