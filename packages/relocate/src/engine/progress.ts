import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Disk } from "./disk.js";
import type { Operation } from "./operation.js";

/**
 * How far a move is with one of its operations: what names lead to cannot tell, where a name is given
 * to one thing after the other. `begun`: it is the last one that was begun, or is being taken back.
 */
export type Progress = "done" | "begun" | "ahead";

/** Whether it has to be written down that an operation begins: others can be seen by what the move keeps. */
export function isCounted({ type }: Operation): boolean {
  return type === "rename" || type === "make-folder" || type === "remove-folder";
}

/** Writes down which operation begins, or is taken back; returns when that is on the disk. */
export function mark(own: string, index: number, disk: Disk): void {
  const former = markIn(own);
  // In a name: that a disk changes wholly or not at all.
  if (former === undefined) disk.writeFile(join(own, nameOf(index)), "");
  else if (former !== index) disk.rename(join(own, nameOf(former)), join(own, nameOf(index)));
  disk.sync(own, "folder");
}

/** How far a move is with the operation at a position. */
export function progressOf(own: string): (index: number) => Progress {
  const last = markIn(own) ?? -1;
  return (index) => (index < last ? "done" : index === last ? "begun" : "ahead");
}

function markIn(own: string): number | undefined {
  const name = readdirSync(own).find((each) => each.startsWith(prefix));
  return name === undefined ? undefined : Number(name.slice(prefix.length));
}

const prefix = "at.";

function nameOf(index: number): string {
  return prefix + index;
}
