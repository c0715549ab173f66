import { allMessages, type FilePart, present, type Session } from "@chatexport/core";
import type { StoreFiles } from "./store-files.js";

/**
 * Puts the whole outputs of calls, which Cursor writes into files of their own when they are too long
 * (`agent-tools/<uuid>.txt`, 2026), behind what the model saw of them.
 */
export function addOverflow(session: Session, files: StoreFiles): void {
  for (const { parts } of allMessages(session))
    for (const part of parts) {
      const result = part.type === "tool-call" ? part.result : undefined;
      if (result?.fullOutputPath !== undefined)
        result.content.push(fileAt(result.fullOutputPath, files));
    }
}

function fileAt(path: string, files: StoreFiles): FilePart {
  const read = files.read(path);
  const isRead = read instanceof Uint8Array;
  return present({
    type: "file",
    mediaType: "text/plain",
    path,
    text: isRead ? Buffer.from(read).toString("utf8") : undefined,
    missing: isRead ? undefined : read.missing,
    from: "tool",
  });
}
