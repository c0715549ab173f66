/** A file of a store. */
export interface StoreFile {
  path: string;
  /** Bytes. */
  size: number;
  /** Time of the last change, in ms since 1970. */
  modified: number;
}

/** A sub-agent's transcript. */
export interface AgentFile extends StoreFile {
  /** What it was told, where listing has looked into it. */
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
  /** What else the session's own folder holds: large tool results, sidecars of agents. */
  companions: StoreFile[];
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

/** What the tool remembers about one project. */
export interface MemoryFolder {
  path: string;
  files: StoreFile[];
}

/** What the places hold. */
export interface StoreContents {
  transcripts: TranscriptFile[];
  looseAgents: LooseAgent[];
  configFolders: ConfigFolder[];
  /** `sessions-index.json` of the projects. */
  indexes: StoreFile[];
  memories: MemoryFolder[];
  /** Sessions of the web that were saved as a file each. */
  webSessions: StoreFile[];
  /** What the desktop app notes about sessions, a file for each. */
  desktopSidecars: StoreFile[];
}
