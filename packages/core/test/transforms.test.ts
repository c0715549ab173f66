import {
  allMessages,
  allParts,
  type Branch,
  type Message,
  type Part,
  type Session,
  usedFeatures,
  withoutReasoning,
  withoutSubagents,
  withSubagents,
} from "@chatexport/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const said: Part = { type: "text", text: "Done" };
const thought: Part = { type: "reasoning", text: "Hm" };
const encrypted: Part = { type: "reasoning", redacted: true };
const lost: Part = { type: "reasoning" };

function call(kind: "think" | "other", ...content: Part[]): Part {
  const result = { content, isError: false };
  return { type: "tool-call", kind, id: "c", name: "Tool", status: "completed", result };
}

function message(id: string, parentId: string | undefined, ...parts: Part[]): Message {
  return { id, ...(parentId !== undefined && { parentId }), role: "assistant", parts };
}

function session(messages: Message[], fields: Partial<Session> = {}): Session {
  const records = { read: 0, kept: 0 };
  const shape = { schemaVersion: 1 as const, source: "stub", format: "stub/memory", origin: {} };
  return { ...shape, id: "s", messages, records, ...fields };
}

describe("a session without reasoning", () => {
  it("has none in any line, result or sub-agent, whether or not it was kept", () => {
    const before = session(
      [message("a", undefined, thought, said, call("other", encrypted, said))],
      {
        branches: [
          { id: "b", reason: "edit", forkedFrom: "a", messages: [message("c", "a", lost, said)] },
        ],
        subagents: [session([message("d", undefined, said, call("think", said))], { id: "sub" })],
      },
    );
    expect(withoutReasoning(before)).toEqual(
      session([message("a", undefined, said, call("other", said))], {
        branches: [
          { id: "b", reason: "edit", forkedFrom: "a", messages: [message("c", "a", said)] },
        ],
        subagents: [session([message("d", undefined, said)], { id: "sub" })],
      }),
    );
  });

  it("links what followed a message that is gone to the one before", () => {
    const main = [
      message("a", undefined, said),
      message("b", "a", thought),
      message("c", "b", said),
    ];
    const branch: Branch = { id: "x", reason: "retry", forkedFrom: "b", messages: [] };
    const gone: Branch = { ...branch, id: "y", messages: [message("e", "b", lost)] };
    const left: Branch = { ...branch, messages: [message("d", "b", said)] };
    const after = withoutReasoning(session(main, { branches: [left, gone] }));
    expect(after.messages).toEqual([message("a", undefined, said), message("c", "a", said)]);
    expect(after.branches).toEqual([
      { ...branch, forkedFrom: "a", messages: [message("d", "a", said)] },
    ]);
  });

  it("finds the fork by the order of the line where messages name no parents", () => {
    const main = [message("a", undefined, said), message("b", undefined, thought)];
    const branch: Branch = { id: "x", reason: "edit", forkedFrom: "b", messages: [] };
    const branches = [{ ...branch, messages: [message("c", undefined, said)] }];
    expect(withoutReasoning(session(main, { branches })).branches?.[0]?.forkedFrom).toBe("a");
    const first = session(main.slice(1), { branches });
    expect(withoutReasoning(first).branches?.[0]).not.toHaveProperty("forkedFrom");
  });

  it("is the same object where there was none", () => {
    const whole = session([message("a", undefined, said, call("other", said)), message("b", "a")], {
      branches: [{ id: "b", reason: "edit", messages: [message("c", undefined, said)] }],
      subagents: [session([message("d", undefined, said)])],
    });
    expect(withoutReasoning(whole)).toBe(whole);
    const [first, second] = [message("a", undefined, said), message("b", "a", thought, said)];
    expect(withoutReasoning(session([first, second])).messages[0]).toBe(first);
  });

  it("keeps the ids that are left and links none to a message that is gone, whatever the tree", () => {
    fc.assert(
      fc.property(anySession, (before) => {
        const after = withoutReasoning(before);
        for (const one of withSubagents(after)) {
          const messages = [...allMessages(one)];
          const ids = new Set(messages.map(({ id }) => id));
          expect(ids.size).toBe(messages.length);
          for (const { parentId, parts } of messages) {
            expect(parts.length).toBeGreaterThan(0);
            if (parentId !== undefined) expect(ids).toContain(parentId);
          }
          for (const { forkedFrom, messages: own } of one.branches ?? []) {
            expect(own.length).toBeGreaterThan(0);
            if (forkedFrom !== undefined) expect(ids).toContain(forkedFrom);
          }
          for (const each of messages)
            for (const part of allParts(each)) expect(part.type).not.toBe("reasoning");
        }
        expect(usedFeatures(after)).not.toContain("reasoning");
        expect(textsOf(after)).toEqual(textsOf(before));
        expect(withoutReasoning(after)).toBe(after);
      }),
    );
  });
});

describe("a session without sub-agents", () => {
  it("still has the calls that started them, with their results", () => {
    const task: Part = {
      type: "tool-call",
      kind: "task",
      id: "t",
      name: "Task",
      status: "completed",
      subagent: "sub",
      result: { content: [said], isError: false },
    };
    const messages = [message("a", undefined, task)];
    const whole = session(messages, { subagents: [session([], { id: "sub" })] });
    expect(withoutSubagents(whole)).toEqual(session(messages));
    const single = session(messages);
    expect(withoutSubagents(single)).toBe(single);
  });
});

function textsOf(session: Session): string[] {
  return [...withSubagents(session)].flatMap((one) =>
    [...allMessages(one)].flatMap((each) =>
      [...allParts(each)].flatMap((part) => (part.type === "text" ? part.text : [])),
    ),
  );
}

const somePart = fc.constantFrom(said, thought, encrypted, lost, call("other", thought, said));
const someParts = fc.array(somePart, { minLength: 1, maxLength: 3 });
/** The parts of messages, whether each names its parent, and after which it stands in which line. */
const someMessages = fc.array(fc.tuple(someParts, fc.boolean(), fc.nat(), fc.nat(3)), {
  maxLength: 12,
});

/** A tree of messages on up to four lines, with a sub-agent of the same shape. */
const anySession: fc.Arbitrary<Session> = fc
  .tuple(someMessages, someMessages)
  .map(([own, inner]) => ({ ...treeOf(own), subagents: [treeOf(inner)] }));

function treeOf(drawn: readonly [Part[], boolean, number, number][]): Session {
  const lines: Message[][] = [[], [], [], []];
  const forks: (string | undefined)[] = [];
  for (const [index, [parts, isLinked, at, line]] of drawn.entries()) {
    const messages = lines[line] ?? [];
    const fork = (lines[0]?.[at % 4] ?? lines[0]?.[0])?.id;
    if (messages.length === 0) forks[line] = fork;
    const before = messages.at(-1)?.id ?? (line === 0 ? undefined : forks[line]);
    messages.push(message(`m${index}`, isLinked ? before : undefined, ...parts));
  }
  const branches = lines.slice(1).flatMap((messages, index): Branch[] => {
    const forkedFrom = forks[index + 1];
    const fork = forkedFrom === undefined ? {} : { forkedFrom };
    return messages.length === 0 ? [] : [{ id: `b${index}`, reason: "edit", ...fork, messages }];
  });
  return session(lines[0] ?? [], branches.length > 0 ? { branches } : {});
}
