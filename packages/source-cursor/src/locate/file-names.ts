import { join } from "node:path";

/** The database in a folder like `~/.cursor` that tracks which code a conversation wrote. */
export const trackingDatabase = join("ai-tracking", "ai-code-tracking.db");

/** The folders that Cursor keeps, by what they are for. */
export const folders = {
  /** In a `User` folder: one for each folder or workspace that was opened. */
  workspaces: "workspaceStorage",
  /** Beside a `User` folder: workspaces of several folders that were not saved as a file. */
  unsaved: "Workspaces",
  /** In a `User` folder: a `globalStorage` of each profile. */
  profiles: "profiles",
  global: "globalStorage",
  /** In a dot folder: by the slug of the project. */
  projects: "projects",
  /** In a folder of `projects`. */
  transcripts: "agent-transcripts",
  /** In a dot folder: by the MD5 of the directory, then by session. */
  chats: "chats",
  /** In a dot folder: by session (2026). */
  acpSessions: "acp-sessions",
} as const;

/** The files that Cursor keeps, by what they are for. */
export const files = {
  /** In a folder of `workspaceStorage`, in `globalStorage`: the editor's database. */
  database: "state.vscdb",
  /** Beside a database: an older copy of it, and how it is opened. */
  besideDatabase: ["state.vscdb.backup", "state.vscdb.options.json"],
  /** In a folder of `workspaceStorage`: which folder it stands for. */
  workspace: "workspace.json",
  /** In `globalStorage`: windows, profiles and recent folders. */
  storage: "storage.json",
  /** In the folder of a session of the command line. */
  store: "store.db",
  chat: "meta.json",
  /** In a folder of `projects`: JSON that names the project's folder. */
  projects: [".workspace-trusted", "repo.json"],
} as const;

/** The fields of `workspace.json` with the URI of a folder or of a `.code-workspace` file; the last is old. */
export const workspaceFields = ["folder", "workspace", "configuration"] as const;
