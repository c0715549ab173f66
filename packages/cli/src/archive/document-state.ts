import type { ArchivedDocument, ArchivedFile } from "./archived-session.js";
import type { Staging } from "./staging.js";
import type { DocumentState } from "./target.js";

/** What writing a document does to the archive; "edited" says that it must not be written. */
export async function stateOf(
  written: Pick<ArchivedFile, "path" | "sha256">,
  earlier: ArchivedDocument | undefined,
  { files, force }: { files: Staging; force: boolean },
): Promise<DocumentState> {
  const isMoved = earlier !== undefined && earlier.path !== written.path;
  const moved = isMoved ? await ownership(earlier, earlier.sha256, files) : "missing";
  if (moved === "foreign" && !force) return "edited";

  const digest = await files.digestOf(written.path);
  const isSame = digest === written.sha256;
  const there = isMoved ? undefined : earlier?.sha256;
  if (!isSame && !force && (await ownership(written, there, files)) === "foreign") return "edited";

  if (moved === "own") return "renamed";
  if (isSame) return "unchanged";
  return (await files.sizeOf(written.path)) === undefined ? "new" : "changed";
}

/** Whether a file is there, and as the archive knows it. */
async function ownership(
  { path }: Pick<ArchivedFile, "path">,
  sha256: string | undefined,
  files: Staging,
): Promise<"missing" | "own" | "foreign"> {
  if ((await files.sizeOf(path)) === undefined) return "missing";
  return sha256 !== undefined && (await files.digestOf(path)) === sha256 ? "own" : "foreign";
}
