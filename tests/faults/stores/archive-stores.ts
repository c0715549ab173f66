import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contextFor, type Session, sessions } from "@chatexport/core";
import jsonlSink from "@chatexport/sink-jsonl";
import jsonl from "@chatexport/source-jsonl";
import type { FaultStore } from "./store.js";

/** Archives of what other stores hold: a file for each session, and all sessions in one file. */
export function archivesOf(stores: readonly FaultStore[]): FaultStore[] {
  const shared = {
    open: (folder: string) => jsonl({ roots: [folder] }),
    words: (folder: string) => ["--from", "jsonl", "--root", folder],
  };
  return stores.flatMap((store): FaultStore[] => [
    {
      ...shared,
      name: `jsonl/files-of-${store.name.replace("/", "-")}`,
      async make(folder) {
        mkdirSync(join(folder, "documents"));
        for (const [index, text] of (await documentsOf(store)).entries())
          writeFileSync(join(folder, "documents", `${index}.jsonl`), text);
      },
    },
    {
      ...shared,
      name: `jsonl/one-file-of-${store.name.replace("/", "-")}`,
      make: async (folder) =>
        writeFileSync(join(folder, "all.jsonl"), (await documentsOf(store)).join("")),
      isMixed: true,
    },
  ]);
}

async function documentsOf(store: FaultStore): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-faults-"));
  try {
    await store.make(folder);
    const source = store.open(folder);
    const documents: string[] = [];
    for await (const { session } of sessions([source])) documents.push(await documentOf(session));
    await source.close?.();
    return documents;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function documentOf(session: Session): Promise<string> {
  const context = { ...contextFor({}, {}), asset: async () => undefined };
  let text = "";
  for await (const piece of jsonlSink().render(session, context)) text += String(piece);
  return text;
}
