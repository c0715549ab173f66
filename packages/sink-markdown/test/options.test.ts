import { describe, expect, test } from "vitest";
import markdown, { options } from "../src/index.js";

describe("the sink", () => {
  test("offers the values that it takes", () => {
    for (const detail of options.detail.values) expect(() => markdown({ detail })).not.toThrow();
    for (const branches of options.branches.values)
      expect(() => markdown({ branches })).not.toThrow();
    for (const layout of options.layout.values) expect(markdown({ layout }).layout).toBe(layout);
    for (const profile of options.profile.values) expect(() => markdown({ profile })).not.toThrow();
  });

  test("refuses an unknown value and names the known ones", () => {
    const wrong: object = { detail: "everything" };
    expect(() => markdown(wrong)).toThrow(
      'Option detail must be conversation, standard or full, not "everything"',
    );
    const tree: object = { layout: "tree" };
    expect(() => markdown(tree)).toThrow('Option layout must be file or folder, not "tree"');
  });

  test("keeps at each level of detail what the documents hold", () => {
    expect([...markdown({ detail: "conversation" }).keeps]).toEqual([]);
    expect(markdown().keeps).toContain("reasoning");
    expect(markdown().keeps).not.toContain("unknown");
    expect(markdown({ detail: "full" }).keeps).toContain("unknown");
    expect(markdown({ profile: "context" }).keeps).not.toContain("reasoning");
  });

  test("keeps branches only when all are asked for, and never native data", () => {
    expect(markdown({ detail: "full" }).keeps).not.toContain("branches");
    expect(markdown({ branches: "all" }).keeps).toContain("branches");
    expect(markdown({ detail: "full", branches: "all" }).keeps).not.toContain("native");
  });
});
