import type { System } from "@chatexport/core/read";

/** A command as words, and as a line for a shell. */
export interface HookCommand {
  words: readonly string[];
  line: string;
}

/** The settings by which a tool runs a command. */
export interface HookSettings {
  /** The moment at which it runs the command: "when a session ends". */
  event: string;
  /** The file of the settings, which may not exist. */
  pathOf(system: System): string;
  /**
   * The text of the settings with a command in place of one of which `isOwn` says that it is ours, or without
   * any; all else stays as it is written. Undefined when there is no room for it.
   */
  edited(
    text: string,
    isOwn: (line: string) => boolean,
    command: HookCommand | undefined,
  ): string | undefined;
  /** The reason why there is no room, behind the path of the file. */
  problem: string;
}
