import { markWord } from "../text.mjs";
import { agentStateOf } from "./agent.mjs";
import { fileStatesOf, headerOf } from "./composer.mjs";

/** The number of bytes of other rows to one byte of bubbles. */
const shares = {
  agentKv: 718 / 904,
  checkpointId: 476 / 904,
  codeBlockDiff: 130 / 904,
  messageRequestContext: 38 / 904,
  codeBlockPartialInlineDiffFates: 20 / 904,
};

/**
 * A function that writes the bubbles of a chat and, between them as Cursor does, the rows that
 * belong to no message; returns what its composer needs.
 */
export function chatsInto(database, { random, text, files, bubbles, beside }) {
  let chats = 0;

  return ({ composerId, createdAt, count }) => {
    const agent = agentStateOf(random, text, (key, value) => database.put("agentKv", key, value));
    const chat = {
      agent,
      now: createdAt,
      model: random.pick(["claude-4.5-sonnet", "gpt-5.1-codex", "default"]),
      headers: [],
      // In one chat of ten, as since 3.15, the text of files is not in the bubbles.
      ...(chats++ % 10 === 0 && { putToolResult: agent.toolResult }),
      ...fileStatesOf(random, text, files),
    };
    // Newer builds write JSON as bytes.
    const asBytes = random.chance(0.5);
    let answers = 0;

    for (let index = 0; index < count; index++) {
      const bubble = answers === 0 ? bubbles.user(chat) : bubbles.assistant(chat);
      if (index === 0) bubble.text += ` (${markWord})`;
      answers = answers === 0 ? random.integer(3, 30) : answers - 1;
      const value = JSON.stringify(bubble);
      const key = `bubbleId:${composerId}:${bubble.bubbleId}`;
      database.put("bubbleId", key, asBytes ? Buffer.from(value) : value);
      chat.headers.push(headerOf(bubble));
      if (bubble.toolFormerData?.name.startsWith("edit_file")) chat.edited = bubble.bubbleId;
      keepShares(composerId, chat);
    }
    return chat;
  };

  function keepShares(composerId, chat) {
    const bytes = database.bytesOf("bubbleId");
    for (const [family, share] of Object.entries(shares)) {
      while (database.bytesOf(family) < bytes * share) {
        if (family === "agentKv") chat.agent.any();
        else {
          const value = JSON.stringify(beside[family]());
          const id = random.uuid();
          if (family === "codeBlockDiff" && chat.edited) linkDiff(chat, id);
          database.put(family, `${family}:${composerId}:${id}`, value);
        }
      }
    }
  }
}

/** Notes the row of an edit's diff with the file that was edited, as Cursor does. */
function linkDiff({ codeBlockData, edited }, diffId) {
  const [uri] = Object.keys(codeBlockData);
  if (uri)
    codeBlockData[uri].push({ codeBlockIdx: 0, bubbleId: edited, diffId, status: "accepted" });
}
