import { sampleSessions } from "@chatexport/testkit";
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
