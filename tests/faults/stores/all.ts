import { accountStore } from "./account-store.js";
import { archivesOf } from "./archive-stores.js";
import { claudeStores } from "./claude-stores.js";
import { codexStore } from "./codex-store.js";
import { copilotStores } from "./copilot-stores.js";
import { cursorStores } from "./cursor-stores.js";
import { homeStores } from "./home-stores.js";
import { opencodeStores } from "./opencode-stores.js";
import type { FaultStore } from "./store.js";

const archived: ReadonlySet<string> = new Set([
  "claude/example",
  "claude/agents-nested",
  "claude/branches",
  "cursor/example",
]);

/** Every store there is. */
export function allStores(): FaultStore[] {
  const tools = [...claudeStores(), ...cursorStores()];
  return [
    ...tools,
    accountStore,
    codexStore,
    ...copilotStores(),
    ...opencodeStores(),
    ...homeStores(),
    ...archivesOf(tools.filter(({ name }) => archived.has(name))),
  ];
}

/** The stores whose names begin like this. */
export function storesNamed(beginning: string): FaultStore[] {
  return allStores().filter(({ name }) => name.startsWith(beginning));
}
