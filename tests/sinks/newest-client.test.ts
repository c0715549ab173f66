import { fileURLToPath } from "node:url";
import { contextFor, type Diagnostic, type Sink, sessions } from "@chatexport/core";
import html from "@chatexport/sink-html";
import markdown from "@chatexport/sink-markdown";
import terminal from "@chatexport/sink-terminal";
import claude from "@chatexport/source-claude";
import { expect, test } from "vitest";

/** The document of the one session of a fixture, as a sink writes it by default. */
async function documentOf(sink: Sink, fixture = "newest-client"): Promise<string> {
  const store = fileURLToPath(
    new URL(`../../packages/source-claude/fixtures/${fixture}/store`, import.meta.url),
  );
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic);
  let document = "";
  for await (const { session } of sessions([claude({ roots: [store] })], { report })) {
    const context = contextFor({ report }, { session: session.id });
    for await (const piece of sink.render(session, { ...context, asset: async () => undefined }))
      document += piece;
  }
  expect(diagnostics).toEqual([]);
  return document;
}

test("what the newest Claude Code adds to a conversation is no part of it", async () => {
  const document = await documentOf(markdown());
  expect(document.slice(document.indexOf("\n## "))).toMatchInlineSnapshot(`
    "
    ## 1 · You: When is high water in Norddeich?

    *2026-11-20 08:00 UTC*

    When is high water in Norddeich?

    ### Assistant · claude-opus-5

    <details><summary>tides: high_water: <code>Norddeich</code></summary>

    **Output**

    \`\`\`
    11:42
    \`\`\`

    </details>

    At 11:42 UTC.

    ---

    <a id="p2"></a>

    ## 2 · You: And low water?

    *08:00*

    And low water?

    ### Assistant

    Low water is at

    17:55 UTC.

    On 20 November.

    > Request interrupted by user

    > Output: \`Compacted\`
    "
  `);
});

test.each(Object.entries({ markdown, html, terminal }))(
  "%s shows neither prompts of the tool nor its lists, and says that there are some",
  async (_, sink) => {
    const document = await documentOf(sink());
    expect(document).toContain("At 11:42 UTC.");
    expect(document).not.toMatch(
      /SYSTEM PROMPT|Explore|tide-tables|TideTable|Times in UTC|powered/,
    );
    expect(document.match(/^hidden: \d+$|\bnot shown\b/gim)).toHaveLength(1);
  },
);

test("each command that the tool carries out is a line with its own output", async () => {
  const document = await documentOf(markdown(), "local-commands");
  expect(document.slice(document.indexOf("\nTen."))).toMatchInlineSnapshot(`
    "
    Ten.

    > Command: \`/rename Lamps\` — Session renamed to: Lamps

    > Command: \`/color red\` — Session color set to: red

    <details><summary>Command: <code>/context</code></summary>

    \`\`\`
    Context usage
    System prompt: 2k tokens
    Messages: 1k tokens
    Free: 997k tokens
    \`\`\`

    </details>

    > Command: \`/effort high\` — Set effort to high

    > Command: \`/model sonnet\` — Set model to Sonnet

    ---

    <a id="p2"></a>

    ## 2 · You: ! wc -l lamps

    *08:00*

    ! wc -l lamps

    > Output: \`10 lamps\`

    ### Assistant · claude-sonnet-5

    Ten lines.

    > Command: \`/status high\`
    "
  `);
});
