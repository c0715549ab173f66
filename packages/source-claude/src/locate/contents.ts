import type { StoreFile } from "./disk.js";

/** A sub-agent's transcript. */
export interface AgentFile extends StoreFile {
  /** Its task, where listing has looked into it. */
  task?: string;
}

/** A main transcript with everything that belongs to it. */
export interface TranscriptFile extends StoreFile {
  /** The file name without extension, which is the session's id. */
  id: string;
  /** The session's own folder beside the transcript, whether or not it exists. */
  folder: string;
  /** Transcripts of the sub-agents. */
  agents: AgentFile[];
  /** The other files of the session's own folder: large tool results, sidecars of agents. */
  companions: StoreFile[];
  /** Large outputs in the project's own folder, where each of its sessions may have put them. */
  outputs?: StoreFile[];
  /** The config folder that it lies in, if it lies in one. */
  configFolder?: string;
}

/** A sub-agent's transcript that does not lie in the folder of a session that has one. */
export interface LooseAgent extends Omit<TranscriptFile, "agents"> {
  /** The session whose folder it lies in, when only the session's transcript is missing. */
  parentId?: string;
}

/** A folder in which the tool keeps everything: `projects` and what lies beside it. */
export interface ConfigFolder {
  path: string;
  /** The prompts of all projects. */
  history?: StoreFile;
}

/** The folder of the tool's memory of one project. */
export interface MemoryFolder {
  path: string;
  files: StoreFile[];
}

/** The files at the roots. */
export class StoreContents {
  readonly transcripts: TranscriptFile[] = [];
  readonly looseAgents: LooseAgent[] = [];
  readonly configFolders: ConfigFolder[] = [];
  /** `sessions-index.json` of the projects. */
  readonly indexes: StoreFile[] = [];
  readonly memories: MemoryFolder[] = [];
  /** Sessions of the web that were saved as a file each. */
  readonly webSessions: StoreFile[] = [];
  /** The desktop app's notes on sessions, a file for each. */
  readonly desktopSidecars: StoreFile[] = [];
}
