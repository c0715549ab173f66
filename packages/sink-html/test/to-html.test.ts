import { answer, prompt, sampleSessions, sessionOf } from "@chatexport/testkit";
import { expect, test } from "vitest";
import html from "../src/index.js";
import { toHtml } from "../src/to-html.js";

test.each(["conversation", "standard", "full"] as const)(
  "a session is the same page with and without a host, at the detail %s",
  async (detail) => {
    const { signal } = new AbortController();
    const host = { report() {}, signal, asset: async () => undefined };
    for (const session of sampleSessions()) {
      let page = "";
      for await (const piece of html({ detail }).render(session, host)) page += piece;
      expect(toHtml(session, { detail })).toBe(page);
    }
  },
);

test("a title that is the whole first prompt is smaller than one that sums it up", () => {
  const title = { title: "Mend the roof", titleFrom: "first-message" as const };
  const headOf = (text: string) =>
    toHtml(sessionOf([prompt("p", text), answer("a", "Done.")], title));
  expect(headOf("Mend the roof.")).toContain('<h1 class="asked">Mend the roof</h1>');
  expect(headOf("Mend the roof. It leaks.")).toContain("<h1>Mend the roof</h1>");
});

test("a pull request that was opened has a link in the head", () => {
  const url = "https://example.org/kim/roof/pull/12";
  const call = {
    ...{ type: "tool-call" as const, id: "t", name: "Bash", status: "completed" as const },
    ...{ kind: "execute" as const, command: "gh pr create" },
    result: { content: [{ type: "text" as const, text: url }], isError: false },
  };
  const page = toHtml(sessionOf([{ ...answer("a", "Done."), parts: [call] }]));
  expect(page).toContain(`<a href="${url}">Opened pull request #12</a>`);
});
