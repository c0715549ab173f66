import type { Project, Session } from "@chatexport/core";

/** What is known of a session before it is loaded: plain data, which its ref carries. */
export interface Head {
  id: string;
  /** Which reader loads it. */
  kind: "cli" | "chat" | "stored-chat" | "turns";
  path: string;
  format: string;
  title?: string;
  titleFrom?: Exclude<Session["titleFrom"], undefined>;
  cwd?: string;
  project?: Project;
  branch?: string;
  startedAt?: string;
  updatedAt?: string;
  bytes: number;
  /** Tells of each change of its files. */
  state: string;
}

/** What a folder belongs to. */
export function projectOf(path: string | undefined): Project | undefined {
  if (path === undefined) return undefined;
  const name = path.split(/[\\/]/).findLast((part) => part !== "");
  return name === undefined ? { path } : { name, path };
}
