/** The mask in place of a secret. */
const mask = /\[redacted: [a-z0-9-]{1,60}\]/g;

/** A piece of a text that masking has left as it was. */
interface Kept {
  /** The beginning in the original; `end` is the end. */
  start: number;
  end: number;
  /** The beginning in the masked text. */
  at: number;
  /** The mask before it there. */
  maskAt: number;
}

/**
 * Maps a position of the original to the masked text: in place of a secret, to its mask. Undefined
 * when more than masks differ before that position.
 */
export function maskedPositions(
  original: string,
  masked: string,
): (position: number) => number | undefined {
  const pieces = keptPieces(original, masked);
  return (position) => {
    let from = 0;
    let to = pieces.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (position < (pieces[middle]?.end ?? 0)) to = middle;
      else from = middle + 1;
    }
    const piece = pieces[from];
    return piece && (position < piece.start ? piece.maskAt : piece.at + position - piece.start);
  };
}

/** The pieces up to where more than masks differ. */
function keptPieces(original: string, masked: string): Kept[] {
  const pieces: Kept[] = [];
  let from = 0;
  let at = 0;
  let maskAt: number | undefined;
  for (const { 0: found, index } of [...masked.matchAll(mask), { 0: "", index: masked.length }]) {
    const piece = masked.slice(at, index);
    const isLast = index === masked.length;
    const start = isLast ? original.length - piece.length : original.indexOf(piece, from);
    if (start < from || (maskAt === undefined && start > 0)) break;
    if (isLast && !original.endsWith(piece)) break;
    // The last mask stands for all that follows the last piece.
    const end = isLast ? Number.POSITIVE_INFINITY : start + piece.length;
    pieces.push({ start, end, at, maskAt: maskAt ?? 0 });
    from = start + piece.length;
    maskAt = index;
    at = index + found.length;
  }
  return pieces;
}

/** The position of the first mask of a text; undefined where there is none. */
export function firstMask(masked: string): number | undefined {
  const at = masked.search(mask);
  return at === -1 ? undefined : at;
}
