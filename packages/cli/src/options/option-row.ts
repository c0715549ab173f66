import type { CommandName } from "./command-names.js";
import type { Edge } from "./parse-time.js";

/** An option as the user sees it. */
export interface OptionRow {
  flags: string;
  description: string;
  /** The description in the help of one screen, where the other takes two lines. */
  brief?: string;
  /** The meaning for a command, where that is something else. */
  meanings?: Partial<Record<CommandName, string>>;
  /** The commands that take it. */
  commands: readonly CommandName[];
  repeatable?: true;
  initial?: string;
  /** The commands for which it has that value when nobody gives one; all of them when it is absent. */
  initialFor?: readonly CommandName[];
  /** The words that it takes: only these, unless `parse` says more. */
  values?: readonly string[];
  /** The words that it takes for a command, where these are others; the command checks them. */
  valuesFor?: Partial<Record<CommandName, readonly string[]>>;
  /** The value that the option takes. */
  takes?:
    | "count"
    | "file"
    | "folder"
    | "place"
    | "project"
    | "session"
    | "setting"
    | "sink"
    | "source";
  /** The word is a time: commands get this moment of it, once its time zone is known. */
  edge?: Edge;
  /** Turns the word that was typed into a value, or several, or throws a usage error. */
  parse?(word: string): unknown;
}

/** Options by their names in camel case. */
export type OptionRows = Readonly<Record<string, OptionRow>>;
