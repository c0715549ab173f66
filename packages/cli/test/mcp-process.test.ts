import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { binary, emptyFolder } from "./binary.js";

const greeting = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  },
};

it.each(["SIGTERM", "SIGINT"] as const)(
  "the server ends with %s, while its client still listens",
  async (signal) => {
    const words = [binary, "mcp", "--home", emptyFolder()];
    const server = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "inherit"] });
    onTestFinished(() => void server.kill("SIGKILL"));
    server.stdin.write(`${JSON.stringify(greeting)}\n`);
    const [answer] = await once(server.stdout, "data");
    expect(JSON.parse(String(answer))).toMatchObject({ id: 1, result: {} });
    server.kill(signal);
    expect(await once(server, "exit")).toEqual([0, null]);
  },
);
