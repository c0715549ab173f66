import { readFileSync } from "node:fs";
import { unequal } from "../checks.mjs";
import { chatexport } from "./program.mjs";

/** Commands that find every session and load none. */
export function listingsOf(work) {
  const listing = (command, sessionsIn) => ({
    name: command,
    floor: "floor: list",
    program: chatexport(command, work, "--json"),
    check: ({ facts, stdout }) =>
      unequal(sessionsIn(JSON.parse(readFileSync(stdout, "utf8"))), facts.sessions, "sessions"),
  });
  return [
    listing("list", (sessions) => sessions.length),
    listing("doctor", ({ sources }) => sources[0].sessions),
  ];
}
