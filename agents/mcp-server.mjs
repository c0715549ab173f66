// A server for the Model Context Protocol with one tool, `echo`, that gives back a text: with a picture,
// or as it is asked to.
import { createInterface } from "node:readline";
import { picture } from "./picture.mjs";

const echo = {
  name: "echo",
  description: "Gives back a text and a picture.",
  inputSchema: {
    type: "object",
    properties: { text: { type: "string" }, as: { type: "string" } },
    required: ["text"],
  },
};

const base64 = (/** @type {string} */ text) => Buffer.from(text).toString("base64");

/** The ways in which a text can be given back. @type {Record<string, (text: string) => object>} */
const ways = {
  picture: (text) => ({
    content: [
      { type: "text", text: `You said: ${text}` },
      { type: "image", mimeType: "image/png", data: picture(2).toString("base64") },
    ],
  }),
  structured: (text) => ({
    content: [{ type: "text", text: JSON.stringify({ said: text }) }],
    structuredContent: { said: text },
  }),
  resource: (text) => ({
    content: [
      { type: "resource", resource: { uri: "echo://text", mimeType: "text/plain", text } },
      { type: "resource_link", uri: "echo://link", name: "link" },
      { type: "resource", resource: { uri: "echo://bytes", blob: base64("bytes") } },
    ],
  }),
  sound: (text) => ({
    content: [
      { type: "text", text },
      { type: "audio", mimeType: "audio/wav", data: base64("RIFF....WAVE") },
    ],
  }),
  error: (text) => ({ isError: true, content: [{ type: "text", text }] }),
  large: (text) => ({
    content: [
      { type: "text", text: `${text}\n${"one more line\n".repeat(20_000)}${process.env.ECHO_END}` },
    ],
  }),
};

/** @type {Record<string, (params: any) => object>} */
const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "echo", version: "1.0.0" },
    instructions: "Use echo.",
  }),
  "tools/list": () => ({ tools: [echo] }),
  "tools/call": ({ arguments: { text, as = "picture" } }) => ways[as]?.(text) ?? {},
  ping: () => ({}),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = methods[method];
  const reply = answer
    ? { result: answer(params) }
    : { error: { code: -32601, message: `There is no ${method}.` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...reply })}\n`);
}
