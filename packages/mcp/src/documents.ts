import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import type { History } from "./history.js";
import { handleOf } from "./session-row.js";

const mimeType = "text/markdown";

/** The number of sessions that a host is offered as documents. */
const most = 50;

/** Offers sessions as Markdown documents: the newest ones by name, each by its source and its id. */
export function addDocuments(server: McpServer, history: History): void {
  const template = new ResourceTemplate("chatexport://{source}/{id}", {
    list: async () => {
      const { refs } = await history.sessions({ skip: 0, limit: most });
      return {
        resources: refs.map((ref) => ({
          uri: `chatexport://${ref.source}/${encodeURIComponent(ref.id)}`,
          name: handleOf(ref),
          ...(ref.title !== undefined && { title: ref.title }),
          mimeType,
        })),
      };
    },
  });
  server.registerResource(
    "session",
    template,
    { title: "A session", description: "A whole session as Markdown", mimeType },
    async (uri, { source, id }) => {
      const session = await history.load(String(source), decodeURIComponent(String(id)));
      if (!session) throw new Error(`There is no session ${String(source)}:${String(id)}.`);
      return { contents: [{ uri: uri.href, mimeType, text: await history.markdown(session) }] };
    },
  );
}
