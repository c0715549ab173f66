import { choosing, printing } from "../command-names.js";
import type { OptionRows } from "../option-row.js";

// Not mcp: an agent starts it in folders of strangers, where a file of options may be a program.
const configured = [...choosing, "doctor", "share", "plugins"] as const;

/** The options that say what a command prints, and where it finds its options. */
export const output = {
  /** False reads no file of options from the working directory. Before its namesake, or commander gives it no default. */
  findConfig: {
    flags: "--no-config",
    commands: configured,
    description: "read no chatexport.config.*, as in someone else's folder",
  },
  /** A file of options; once it was read, the one that was found. */
  config: {
    flags: "--config <file>",
    commands: configured,
    description: "read options from this file, not from chatexport.config.* here",
    takes: "file",
  },
  /** Says nothing but errors. */
  quiet: { flags: "-q, --quiet", commands: printing, description: "print errors only" },
  /** Says every diagnostic, and more. */
  verbose: {
    flags: "--verbose",
    commands: printing,
    description: "print every warning and note with its place, and lists in full",
  },
  /** False prints without colour. */
  color: { flags: "--no-color", commands: printing, description: "print without colour" },
} as const satisfies OptionRows;
