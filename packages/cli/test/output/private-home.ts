import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder } from "../binary.js";

export const mail = "ops@northwind.dev";
export const host = "build7.corp.northwind.dev";
// Put together here, so that nobody who searches this repository for secrets is alarmed.
export const password = ["Xk29", "qpLw81Zr"].join("");

/** A home folder with a session in which a password, a mail address and a host are mentioned. */
export function privateHome(): string {
  const folder = emptyFolder();
  const projects = join(folder, ".claude/projects/-home-mira-shop");
  mkdirSync(projects, { recursive: true });
  const sessionId = "10000000-2222-4333-8444-555555555555";
  const record = (uuid: string, parentUuid: string | null, role: string, content: string) =>
    JSON.stringify({
      type: role,
      uuid,
      parentUuid,
      sessionId,
      cwd: "/home/mira/shop",
      version: "2.1.0",
      timestamp: `2026-02-01T10:00:0${uuid.slice(1)}.000Z`,
      message: { role, content, ...(role === "assistant" && { id: uuid, model: "claude-test" }) },
    });
  const lines = [
    record("u1", null, "user", `Deploy with DB_PASSWORD=${password}`),
    record("u2", "u1", "assistant", `I wrote to ${mail} about it.`),
    record("u3", "u2", "user", `The host is ${host}, ask ${mail}`),
  ];
  writeFileSync(join(projects, `${sessionId}.jsonl`), `${lines.join("\n")}\n`);
  return folder;
}
