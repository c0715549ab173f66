import type { Message } from "@chatexport/core";

/** A message while its records are read. */
export interface Draft {
  message: Message;
  /** Ordinal of its first record. */
  ordinal: number;
  /** A person wrote it. */
  isPrompt: boolean;
}
