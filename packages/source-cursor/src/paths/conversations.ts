import { itemKeys, panePrefix } from "../stores/items.js";

/** A list of conversations in the JSON of a row of `ItemTable`. */
export interface ConversationList {
  /** The field with the list. */
  list: string;
  /** The fields with the id of a conversation, the first that is there. */
  ids: readonly string[];
  /** The fields with what was said in it. */
  said: readonly string[];
}

/** By key the rows of `ItemTable` that list conversations. */
export const conversationLists: Readonly<Record<string, ConversationList>> = {
  [itemKeys.tabs]: { list: "tabs", ids: ["tabId", "id"], said: ["bubbles"] },
  [itemKeys.composers]: {
    list: "allComposers",
    ids: ["composerId"],
    said: ["conversation", "fullConversationHeadersOnly"],
  },
  [itemKeys.heads]: { list: "allComposers", ids: ["composerId"], said: [] },
};

/** Lists of ids in the row of a workspace's composers (3.0 on). */
export const openedLists = ["selectedComposerIds", "lastFocusedComposerIds"] as const;

/** Rows of `ItemTable` that are lists of what was typed and what was made of it; the second have times. */
export const promptLists: Readonly<Record<string, { time?: string }>> = {
  "aiService.prompts": {},
  "aiService.generations": { time: "unixMs" },
};

/** Whether a key of `ItemTable` holds an object whose names are conversations that a pane shows. */
export function isPane(key: string): boolean {
  return key.startsWith(panePrefix);
}
