import { posix, win32 } from "node:path";
import { documentName, documentPath, pageNames } from "../../../packages/archive/src/names.js";
import { pathOfAnyUri } from "../../../packages/source-cursor/src/values/uri.js";
import { valueFrom } from "../value-from.js";

const words = ["..", "../", "C:\\", "CON", "nul.md", "/", "\\", "a", ".chatexport", "~", "ß", "İ"];
// A file that no system opens, hides, or takes for a device, and that leaves no folder.
const unsafe = /[\p{C}<>:"/\\|?*]|^\.|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

/** Titles, projects and ids become names of files below an archive, and of nothing else. */
export function fuzz(bytes: Uint8Array): void {
  const value = valueFrom(bytes, words);
  const texts = [Buffer.from(bytes).toString(), String(JSON.stringify(value))];
  for (const text of [...texts, `${texts[0]}/../${texts[0]}`]) {
    const facts = {
      source: text,
      project: text,
      title: text,
      startedAt: text,
      shortId: "0a1b2c3d",
    };
    const sink = {
      extension: "md",
      layout: bytes.length % 2 === 0 ? ("folder" as const) : ("file" as const),
    };
    const names = documentPath(documentName(facts), sink).split("/");
    if (names.length !== (sink.layout === "folder" ? 4 : 3)) throw new Error(names.join(" | "));
    for (const name of [...names, pageNames("md")(text)])
      if (unsafe.test(name) || Buffer.byteLength(name) > 255) throw new Error(JSON.stringify(name));
    const path = names.join("/");
    if (posix.normalize(path) !== path || win32.isAbsolute(path)) throw new Error(path);
    pathOfAnyUri(text);
  }
  pathOfAnyUri(value);
}
