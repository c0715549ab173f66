import type { Message, Part, Session } from "@chatexport/core";
import { describe, expect, it } from "vitest";
import { extentOf, goesOn, lossIn } from "../src/extent.js";

function message(minute: number, ...parts: Part[]): Message {
  const createdAt = `2026-03-01T10:${String(minute).padStart(2, "0")}:00.000Z`;
  return { id: `m${minute}`, role: "assistant", createdAt, parts };
}

function text(words: string): Part {
  return { type: "text", text: words };
}

function call(...content: Part[]): Part {
  const result = { content, isError: false };
  return { type: "tool-call", kind: "other", id: "c", name: "Tool", status: "completed", result };
}

function session(messages: Message[], fields: Partial<Session> = {}): Session {
  return {
    schemaVersion: 1,
    id: "s",
    source: "stub",
    format: "stub/memory",
    messages,
    records: { read: 0, kept: 0 },
    origin: {},
    ...fields,
  };
}

/** The loss of a session in its store, as an archive would see it. */
function loss(before: Session, after: Session): string | undefined {
  return lossIn(after, extentOf(before));
}

const whole = session([message(1, text("Please")), message(2, call(text("a file")), text("Done"))]);

describe("a session", () => {
  it("has lost nothing when it is the same, has grown, or was divided anew", () => {
    const grown = session([...whole.messages, message(3, text("Thanks"))]);
    const [first, second] = whole.messages;
    const divided = session([first, second].flatMap((one) => one ?? []).slice(0, 1), {
      branches: [{ id: "b", reason: "rewind", messages: second ? [second] : [] }],
    });
    expect([whole, grown, divided].map((after) => loss(whole, after))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("has lost answers, also when as many have come since", () => {
    const after = session([message(2, call(text("a file")), text("Done")), message(3, text("So"))]);
    expect(loss(whole, after)).toBe("1 of 2 answers");
    expect(goesOn(after, extentOf(whole))).toBe(true);
    expect(goesOn(whole, extentOf(whole))).toBe(false);
  });

  it("has lost nothing when a prompt that waited was sent", () => {
    const asked = (minute: number): Message => ({ ...message(minute, text("And?")), role: "user" });
    const before = session([message(1, text("Working")), asked(2), message(3, text("Still"))]);
    const [first, , last] = before.messages;
    const others = [first, last].flatMap((one) => one ?? []);
    expect(loss(before, session([...others, asked(4)]))).toBeUndefined();
    expect(loss(before, session(others))).toBe("1 of 1 prompts");
    // It may have been taken back.
    expect(loss(before, session([...others, message(5, text("Done"))]))).toBeUndefined();
  });

  it("has lost no image when the prompt that brought it was sent later", () => {
    const image: Part = { type: "file", from: "upload", data: "AAAA" };
    const asked = (minute: number): Message => ({ ...message(minute, image), role: "user" });
    const before = session([asked(1), message(2, text("Still"))]);
    expect(loss(before, session([message(2, text("Still")), asked(3)]))).toBeUndefined();
  });

  it("has lost nothing when what the tool adds at the end hangs on a later message", () => {
    const added: Part = { type: "text", text: "On branch main", synthetic: "context" };
    const before = session([message(1, text("Done"), added)]);
    const asked: Message = { ...message(2, text("And?"), added), role: "user" };
    expect(loss(before, session([message(1, text("Done")), asked]))).toBeUndefined();
  });

  it("has lost an attachment only when it does not go on", () => {
    const list: Part = { type: "file", from: "tool", name: "Tasks", text: "- [ ] one" };
    const before = session(whole.messages, { attachments: [list] });
    expect(loss(before, whole)).toBe("1 of 1 attachments");
    expect(loss(before, session([...whole.messages, message(3, text("Next"))]))).toBeUndefined();
  });

  it("has lost results that are blank", () => {
    const after = session([message(1, text("Please")), message(2, call(text(" ")), text("Done"))]);
    expect(loss(whole, after)).toBe("1 of 1 tool results");
  });

  it("has lost most of its results or of its answers, however long the others are", () => {
    const long = (result: number, answer: number) =>
      session([message(1, call(text("x".repeat(result))), text("y".repeat(answer)))]);
    expect(loss(long(1000, 50_000), long(100, 50_000))).toBe(
      "900 of 1000 characters of tool results",
    );
    expect(loss(long(50_000, 1000), long(50_000, 100))).toBe("900 of 1000 characters");
    expect(loss(long(1000, 1000), long(990, 990))).toBeUndefined();
  });

  it("has lost files and edits without content", () => {
    const file = (fields: object): Part => ({ type: "file", from: "upload", name: "a", ...fields });
    const edit = (fields: object): Part => ({
      type: "edit",
      edits: [{ path: "a", kind: "update", ...fields }],
    });
    const before = session([message(1, file({ text: "a" }), edit({ after: "a" }))]);
    const after = session([message(1, file({ missing: "cleaned up" }), edit({}))]);
    expect(loss(before, after)).toBe("1 of 1 files, 1 of 1 edits");
  });

  it("keeps what its sub-agents said after its own end", () => {
    const parent = { subagents: [session([message(9, text("late"))])] };
    const before = session([message(1, text("Go"))], parent);
    expect(loss(before, before)).toBeUndefined();
    expect(loss(before, session(before.messages))).toBe("1 of 2 answers");
  });

  it("has lost prompts without a time, too", () => {
    const untimed = (count: number) =>
      session(
        Array.from({ length: count }, (_, index) => ({
          id: `${index}`,
          role: "user" as const,
          parts: [text("word")],
        })),
      );
    expect(loss(untimed(3), untimed(2))).toBe("1 of 3 prompts");
    expect(goesOn(untimed(3), extentOf(untimed(2)))).toBe(false);
  });
});
