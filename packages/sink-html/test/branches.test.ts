import type { Branch } from "@chatexport/core";
import { answer, prompt, sessionOf } from "@chatexport/testkit";
import { describe, expect, test } from "vitest";
import html from "../src/index.js";
import { pageOf } from "./page.js";

describe("branches", () => {
  const messages = [prompt("p1", "One"), answer("a1", "Two"), prompt("p2", "Three")];
  const left: Branch = {
    id: "x",
    forkedFrom: "a1",
    reason: "edit",
    messages: [prompt("p3", "Four")],
  };
  const deeper: Branch = { ...left, id: "y", forkedFrom: "p3", messages: [answer("a2", "Five")] };

  test("are sections, and said where they leave", async () => {
    const page = await pageOf(sessionOf(messages, { branches: [left, deeper] }));
    expect(page).toContain(`Two</p>\n</div>\n</div>\n${noteOf(1)}</article>`);
    expect(page).toContain(
      '<section class="branch" id="branch-1"><details class="fold branch"><summary><h2>Branch 1</h2>',
    );
    expect(page).toContain(`</article>\n</div>\n${noteOf(2)}</div></details></section>`);
    expect(page).toContain('<section class="branch" id="branch-2">');
    expect(page).toContain('<option value="branch-2">Branch 2 (1 message)</option>');
  });

  test("leave after the message that is shown last, where the one they share shows nothing", async () => {
    const silent = { ...answer("s"), parts: [] };
    const branch = { ...left, forkedFrom: "s" };
    const page = await pageOf(sessionOf([...messages, silent], { branches: [branch] }));
    expect(page).toContain(`Three</p>\n</div>\n</div>\n</article>\n</div>\n${noteOf(1)}<section`);
  });

  test("are left out when only the active branch is asked for", async () => {
    const page = await pageOf(sessionOf(messages, { branches: [left] }), { branches: "active" });
    expect(page).not.toContain("branch-1");
    expect(page).toContain("Not shown: 1 prompt edited (1 message)");
    expect(html({ branches: "active" }).keeps.has("branches")).toBe(false);
    expect(html().keeps.has("branches")).toBe(true);
  });
});

function noteOf(branch: number): string {
  return `<p class="fork">The conversation branches here: <a href="#branch-${branch}">Branch ${branch}</a></p>\n`;
}
