import { homedir } from "node:os";
import { join } from "node:path";
import { apiVersion, type PluginOptions, type Source, type SourceOptions } from "@chatexport/core";
import { listChats, storeAt } from "./chats.js";
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
export default function example(options: SourceOptions = {}): Source {
  return {
    name: "example",
    apiVersion,
    stores: () => Promise.all(places(options).map(storeAt)),
    async *list(context) {
      yield* await listChats(places(options), context);
    },
    load: loadChat,
  };
}

/** With `home` or `roots` nothing else decides; else the tool's own variable and folder do. */
function places({ home, roots }: SourceOptions): readonly string[] {
  if (roots) return roots;
  if (home !== undefined) return [join(home, ".example-agent")];
  return [process.env.EXAMPLE_AGENT_HOME || join(homedir(), ".example-agent")];
}
