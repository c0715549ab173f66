import type { Message, Parent, Session } from "@chatexport/core";
import { answer, prompt, sessionOf } from "@chatexport/testkit";
import { expect, test } from "vitest";
import type { MarkdownOptions } from "../src/index.js";
import { documentOf, nodesOf, parse, textOf } from "./document.js";

const other = "11111111-1111-4111-8111-111111111111";
const index = "../../index.md";

function copied(sessionId: string): Message {
  return { ...prompt("copy", "As before."), copiedFrom: { sessionId, messageId: "1" } };
}

function childOf(sessionId: string, relation: Parent["relation"]): Session {
  return sessionOf([prompt("prompt", "Go on.")], { parent: { sessionId, relation } });
}

/** The links of a document that is written beside an index: their text and their target. */
async function linksOf(session: Session, options: MarkdownOptions = {}): Promise<string[][]> {
  const document = parse(await documentOf(session, options, { index }));
  return [...nodesOf(document)].flatMap((node) =>
    node.type === "link" ? [[textOf(node), node.url]] : [],
  );
}

test.each([
  ["continuation", "Continues session"],
  ["fork", "Forked from session"],
  ["subagent", "Started by session"],
] as const)("a document says below its title that it is a %s", async (relation, words) => {
  const session = childOf(other, relation);
  const note = `# A title\n\n> ${words} `;
  expect(await documentOf(session)).toContain(
    `${note}\`${other}\`\n\n1 prompt\n\n<a id="p1"></a>\n\n## 1 · `,
  );
  const linked = `${note}[\`${other}\`](${index}#${other})\n\n1 prompt\n\n<a id="p1"></a>\n\n## 1 · `;
  expect(await documentOf(session, {}, { index })).toContain(linked);
});

test("a document says that it is of a sub-agent, also where no session is known to have started it", async () => {
  const session = sessionOf([prompt("prompt", "Go on.")], { parent: { relation: "subagent" } });
  expect(await documentOf(session)).toContain(
    `# A title\n\n> Started by another session\n\n1 prompt\n\n<a id="p1"></a>\n\n## 1 · Task`,
  );
});

test("messages that were copied name their session, with a link when there is an index", async () => {
  const session = sessionOf([copied(other), prompt("prompt", "And now?")]);
  const without = await documentOf(session);
  expect(without).toContain(`<summary>1 message copied from session: <code>${other}</code>`);
  expect(without).not.toContain("](");
  expect(await documentOf(session, {}, { index })).toContain(
    `<code>${other}</code></summary>\n\n> From session [\`${other}\`](${index}#${other})\n\n**You**`,
  );
});

test("a session that is in the document is not linked to", async () => {
  const subagent = { ...childOf("5f0c7d1e", "subagent"), id: "helper" };
  subagent.messages.unshift(copied("5f0c7d1e"));
  const session = sessionOf([answer("answer", { type: "text", text: "Yes." }), copied("helper")], {
    subagents: [subagent],
  });
  expect(await linksOf(session)).toEqual([]);
});

test("what a sub-agent or a branch copied is linked to, too", async () => {
  const subagent = sessionOf([copied(other)], { id: "helper" });
  const branches: Session["branches"] = [{ id: "1", reason: "edit", messages: [copied(other)] }];
  const links = await linksOf(sessionOf([], { subagents: [subagent], branches }), {
    branches: "all",
  });
  expect(links).toEqual([
    [other, `${index}#${other}`],
    [other, `${index}#${other}`],
  ]);
});

test("an id may hold anything", async () => {
  const id = "a/b#c](d) <e>%`\ud800";
  expect(await linksOf(childOf(id, "fork"))).toEqual([
    [id.replace("\ud800", "\ufffd"), `${index}#a%2Fb%23c%5D(d)%20%3Ce%3E%25%60%EF%BF%BD`],
  ]);
});
