/** True when a file has the name of a file of JSON Lines, compressed or not. */
export function isLinesName(path: string): boolean {
  return linesEnding.test(path);
}

/** A path of a file of JSON Lines without its ending. */
export function withoutLinesEnding(path: string): string {
  return path.replace(linesEnding, "");
}

/** True when a file has the name of a compressed one. */
export function isArchiveName(path: string): boolean {
  return /\.(?:gz|zst)$/.test(path);
}

const linesEnding = /\.jsonl(?:\.(?:gz|zst))?$/;
