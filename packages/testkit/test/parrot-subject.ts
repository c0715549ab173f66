import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject, Source, SourceOptions } from "@chatexport/core";
import type { SourceSubject } from "../src/index.js";
import { parrot } from "./parrot.js";

/** Changes a source; the options say where it looks. */
export type Fault = (source: Source, options: SourceOptions) => Source;

/** The source of the tool "parrot", with or without a fault. */
export function parrotSubject(fault: Fault = (source) => source): SourceSubject {
  return {
    create: (options) => fault(parrot(options), options),
    async makeHome(home) {
      const store = join(home, ".parrot");
      mkdirSync(join(store, "chats"), { recursive: true });
      for (const id of ["amber", "birch", "cedar", "dill"])
        writeFileSync(
          chat(store, id),
          linesOf(id)
            .map((line) => `${JSON.stringify(line)}\n`)
            .join(""),
        );
      writeFileSync(join(store, "drafts.jsonl"), '{"text":"Not yet"}\n');
      return store;
    },
    records: 17,
    recordsIn: () => ["amber", "birch", "cedar", "dill"].flatMap(linesOf),
    dropped: { checksum: "says only whether the line is whole" },
    async enlarge(store, bytes) {
      const path = chat(store, "dill");
      const text = readFileSync(path, "utf8");
      writeFileSync(path, text.replace("It is done", "word ".repeat(bytes / 4)));
    },
    async addUnknown(store) {
      appendFileSync(chat(store, "dill"), '{"kind":"mood","text":"calm"}\n');
      return 1;
    },
    async damage(store) {
      const path = chat(store, "birch");
      writeFileSync(path, readFileSync(path, "utf8").slice(0, -30));
      appendFileSync(chat(store, "cedar"), Buffer.from("fffe00c0c10a", "hex"));
      return ["amber", "dill"];
    },
  };
}

function chat(store: string, id: string): string {
  return join(store, "chats", `${id}.jsonl`);
}

function linesOf(id: string): JsonObject[] {
  const at = (minute: number) => `2026-03-01T10:0${minute}:00.000Z`;
  return [
    { kind: "header", id, title: `About ${id}`, cwd: `/home/mira/${id}`, at: at(0) },
    {
      kind: "prompt",
      at: at(1),
      text: `Please look at the ${id} in the garden.`,
      weather: "Drizzle before noon",
      checksum: 9_172_633,
    },
    {
      kind: "call",
      at: at(2),
      id: "call-1",
      tool: "run",
      command: `look ${id}`,
      text: "It is green.",
    },
    { kind: "answer", at: at(3), text: `It is done: the ${id} is green.` },
  ];
}
