import { basename } from "node:path";
import type { PluginOptions, Source, SourceOptions } from "@chatexport/core";
import { lineSource, placesOf } from "@chatexport/core/source";
import { aboutChat, fieldsOf, timeOf } from "./records.js";
import { loadChat } from "./session.js";

/** Describes the options of this source to chatexport and its users. */
export const options: PluginOptions = {
  home: { type: "string", description: "Home directory with a .example-agent folder" },
  roots: {
    type: "string",
    multiple: true,
    description: "Folder of Example Agent, folder of chats, or one chat",
  },
};

/** Reads the chats of Example Agent 0.3 and 0.4. */
export default function createSource(options: SourceOptions = {}): Source<string> {
  return lineSource({
    name: "example",
    places: placesOf(options, ".example-agent", "EXAMPLE_AGENT_HOME"),
    isSession: (path) => path.endsWith(".jsonl"),
    listed({ head: [first], tail }, path) {
      const { toolVersion: _, ...about } = aboutChat(fieldsOf(first ?? {}));
      const updatedAt = tail.map((record) => timeOf(fieldsOf(record))).findLast(Boolean);
      return { id: basename(path, ".jsonl"), ...about, ...(updatedAt && { updatedAt }) };
    },
    load: loadChat,
    says: {},
  });
}
