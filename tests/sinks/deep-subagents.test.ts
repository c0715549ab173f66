import type { Session, Sink } from "@chatexport/core";
import html from "@chatexport/sink-html";
import jsonl from "@chatexport/sink-jsonl";
import markdown from "@chatexport/sink-markdown";
import { answer, prompt, sessionOf, taskFor } from "@chatexport/testkit";
import { describe, expect, test } from "vitest";

/** A session with so many sub-agents, each started by a call of the one before or by no call at all. */
function nested(levels: number, isCalled: boolean): Session {
  let session: Session | undefined;
  for (let level = levels; level >= 0; level--) {
    const call = session && isCalled ? [taskFor(session.id)] : [];
    const messages = [
      prompt(`p${level}`, "Go on."),
      answer(`a${level}`, `Level ${level}.`, ...call),
    ];
    session = sessionOf(messages, {
      id: `s${level}`,
      ...(session && { subagents: [session] }),
      ...(level > 0 && { parent: { sessionId: `s${level - 1}`, relation: "subagent" } }),
    });
  }
  return session ?? sessionOf([]);
}

/** All that a sink writes of a session, its pages first. */
async function written(sink: Sink, session: Session): Promise<string> {
  let text = "";
  const take = async (pieces: AsyncIterable<string | Uint8Array>) => {
    for await (const piece of pieces) text += piece;
  };
  const page = async (name: string, pieces: AsyncIterable<string | Uint8Array>) => {
    await take(pieces);
    return `${name}.md`;
  };
  const { signal } = new AbortController();
  await take(sink.render(session, { report() {}, signal, asset: async () => undefined, page }));
  return text;
}

const levels = 3000;

describe.each([true, false])("of sub-agents thousands of levels deep, called: %s,", (isCalled) => {
  const session = nested(levels, isCalled);

  test.each([
    ["Markdown", markdown(), 50],
    ["HTML", html(), 50],
    ["a folder of Markdown", markdown({ layout: "folder" }), 100],
  ])("%s says how many it does not show", async (_, sink, shown) => {
    const text = await written(sink, session);
    expect(text).toContain(`Level ${shown}.`);
    expect(text).not.toContain(`Level ${shown + 1}.`);
    const left = `${levels - shown} sub-agents more than 50 levels deep not shown`;
    expect(text.split(left)).toHaveLength(2);
  });

  test.each([
    ["JSON Lines", jsonl()],
    ["messages of the AI SDK", jsonl({ dialect: "ai-sdk" })],
    ["messages of OpenAI", jsonl({ dialect: "openai" })],
    ["trajectories", jsonl({ dialect: "atif" })],
  ])("%s hold all", async (_, sink) => {
    const text = await written(sink, session);
    expect(text).toContain(`Level ${levels}.`);
  });
});
