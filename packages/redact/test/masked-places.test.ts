import type { Session } from "@chatexport/core";
import { answer, prompt } from "@chatexport/testkit";
import { expect, test } from "vitest";
import redactor, { type MaskedPlace } from "../src/index.js";
import { call, sessionWith } from "./session.js";

const secret = `gh${"p"}_${"0123456789".repeat(4).slice(4)}`;
const rule = "github-token";

async function placesIn(session: Session): Promise<MaskedPlace[]> {
  const one = redactor();
  await one.session(session, { report() {}, signal: new AbortController().signal });
  const places = one.maskedSessions();
  expect(JSON.stringify(places)).not.toContain(secret);
  return places.flatMap(({ masked }) => masked);
}

test("a place is named by message, role, part and tool, and counts what was masked there", async () => {
  const said = { type: "text" as const, text: `${secret} and ${secret}` };
  const run = call({ name: "Bash", input: { [secret]: [`x ${secret}`] } });
  expect(await placesIn(sessionWith({ type: "text", text: "No." }, said, run))).toEqual([
    { rule, times: 2, in: "text", message: 1, role: "assistant" },
    { rule, times: 2, in: "tool-call", name: "Bash", message: 1, role: "assistant" },
  ]);
});

test("a place on a branch or in a sub-agent says so", async () => {
  const said = [{ type: "text" as const, text: secret }];
  const session: Session = {
    ...sessionWith({ type: "text", text: "No." }),
    branches: [
      { id: "other", reason: "edit", messages: [prompt("a"), { ...answer("b"), parts: said }] },
    ],
    subagents: [{ ...sessionWith({ type: "text", text: secret }), id: "helper", title: secret }],
  };
  expect(await placesIn(session)).toEqual([
    { rule, times: 1, in: "text", message: 2, role: "assistant", branch: "other" },
    { rule, times: 1, in: "title", subagent: "helper" },
    { rule, times: 1, in: "text", message: 1, role: "assistant", subagent: "helper" },
  ]);
});

test("the name of a tool or a file that is a secret is masked", async () => {
  const file = { type: "file" as const, from: "tool" as const, path: `/tmp/${secret}` };
  const session = { ...sessionWith(call({ name: secret })), attachments: [file] };
  expect(await placesIn(session)).toMatchObject([
    { in: "tool-call", name: "[redacted: github-token]" },
    { in: "file", name: "/tmp/[redacted: github-token]" },
  ]);
});

test("a session without secrets has no place", async () => {
  expect(await placesIn(sessionWith({ type: "text", text: "No." }))).toEqual([]);
});
