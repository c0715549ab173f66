import { safeLine } from "@chatexport/core";
import type { KeptMove } from "@chatexport/relocate";
import type { DoctorOptions } from "../options.js";
import type { Redaction } from "../redaction.js";
import type { MoveFindings } from "./findings.js";

/** What is known of moves of projects. */
export interface KeptMoves {
  /** Those of which something is kept, the latest first; none where only named stores are looked at. */
  moves: MoveFindings[];
  /** A sentence about a journal that cannot be read. */
  unreadable: string[];
}

/** Looks for moves of projects. */
export async function keptMoves(
  { home, root }: Pick<DoctorOptions, "home" | "root">,
  redaction: Redaction,
): Promise<KeptMoves> {
  if (root) return { moves: [], unreadable: [] };
  const { listMoves, MoveError } = await import("@chatexport/relocate");
  try {
    const moves = listMoves(home === undefined ? {} : { home });
    return { moves: await findingsOf(moves, redaction), unreadable: [] };
  } catch (cause) {
    if (!(cause instanceof MoveError)) throw cause;
    return { moves: [], unreadable: await redaction.data([safeLine(cause.message)]) };
  }
}

function findingsOf(moves: readonly KeptMove[], redaction: Redaction): Promise<MoveFindings[]> {
  const found = moves.map(({ id, time, from, to, folder, size, isUnfinished }) => ({
    id,
    time,
    from,
    to,
    folder,
    bytes: size,
    isUnfinished,
  }));
  return redaction.data(found.reverse());
}
