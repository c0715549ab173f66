import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { applyHooks, type HookTool, hookTools, planHook, undo } from "../../src/index.js";
import { homeWith } from "../claude/home.js";

const program = ["npx", "-y", "chatexport", "hook", "run"];

function commandFor(tool: HookTool, out = "/home/ada/history") {
  const words = [...program, tool, "--out", out];
  return { words, line: words.join(" ") };
}

function systemOf(home: string) {
  return { platform: "linux", env: {}, home, root: home };
}

/** The settings of a tool with the hook, and then without it. */
function installedIn(tool: HookTool, name: string, text: string) {
  const home = homeWith({ [name]: text });
  const { after } = planHook(tool, commandFor(tool), systemOf(home));
  writeFileSync(join(home, name), after);
  const again = planHook(tool, commandFor(tool), systemOf(home)).after;
  const without = planHook(tool, undefined, systemOf(home)).after;
  return { after, again, without };
}

const claude = ".claude/settings.json";
const codex = ".codex/config.toml";
const hook = { type: "command", command: commandFor("claude").line, timeout: 30 };
const group = { hooks: [hook] };
const bye = { hooks: [{ type: "command", command: "echo bye" }] };

test.each([
  ['{ "model": "opus" }', { model: "opus", hooks: { SessionEnd: [group] } }],
  ['{\n  "model": "opus"\n}\n', { model: "opus", hooks: { SessionEnd: [group] } }],
  ['{"hooks":{}}', { hooks: { SessionEnd: [group] } }],
  ['{\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}', { hooks: { Stop: [], SessionEnd: [group] } }],
  ['{"hooks":{"SessionEnd":[]}}', { hooks: { SessionEnd: [group] } }],
  [JSON.stringify({ hooks: { SessionEnd: [bye] } }), { hooks: { SessionEnd: [bye, group] } }],
])("Claude Code's settings %j have the hook, once, and nothing else changes", (text, expected) => {
  const { after, again, without } = installedIn("claude", claude, text);
  expect(JSON.parse(after)).toEqual(expected);
  expect(again).toBe(after);
  if (!/\{\}|\[\]/.test(text)) expect(without).toBe(text);
});

test("Claude Code's settings are laid out as they were", () => {
  const { after } = installedIn("claude", claude, '{\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}\n');
  expect(after).toMatchInlineSnapshot(`
    "{
    	"hooks": {
    		"Stop": [],
    		"SessionEnd": [
    			{
    				"hooks": [
    					{
    						"type": "command",
    						"command": "npx -y chatexport hook run claude --out /home/ada/history",
    						"timeout": 30
    					}
    				]
    			}
    		]
    	}
    }
    "
  `);
});

test("any settings of Claude Code without the hook are what they were before it", () => {
  const settings = fc.record({
    model: fc.string(),
    hooks: fc.record({ Stop: fc.array(fc.constant(bye)), SessionEnd: fc.constant([bye]) }),
  });
  const layout = fc.constantFrom(undefined, "\t", "  ", "    ");
  fc.assert(
    fc.property(settings, layout, (value, space) => {
      const text = JSON.stringify(value, undefined, space);
      expect(installedIn("claude", claude, text).without).toBe(text);
    }),
    { numRuns: 30 },
  );
});

test("another command takes the place of the hook that is there", () => {
  const { after } = installedIn("claude", claude, '{ "model": "opus" }');
  const home = homeWith({ [claude]: after });
  const plan = planHook("claude", commandFor("claude", "/elsewhere"), systemOf(home));
  expect(plan.after).toBe(after.replace("/home/ada/history", "/elsewhere"));
});

test.each([
  "",
  'model = "gpt-5"\n\n[projects."/src/app"]\ntrust_level = "trusted"\n',
  "[tui]\nnotify = true",
])("Codex's settings %j get the hook before all tables", (text) => {
  const { after, again, without } = installedIn("codex", codex, text);
  expect(after).toBe(
    `notify = ["npx", "-y", "chatexport", "hook", "run", "codex", "--out", "/home/ada/history"]\n${text}`,
  );
  expect(again).toBe(after);
  expect(without).toBe(text);
});

test.each([
  ["claude", claude, '{ "hooks": [] }'],
  ["claude", claude, "{ model: opus }"],
  ["codex", codex, 'notify = ["say", "done"]\n'],
] as const)(
  "the settings of %s with no room for the hook stay, and the user is told",
  (tool, name, text) => {
    const home = homeWith({ [name]: text });
    const planned = () => planHook(tool, commandFor(tool), systemOf(home));
    expect(planned).toThrow(`Add this command yourself: ${commandFor(tool).line}`);
  },
);

test("settings that are no text are not read as empty", () => {
  const home = homeWith({ [claude]: Buffer.from([0x7b, 0xff, 0x7d]).toString("latin1") });
  writeFileSync(join(home, claude), Buffer.from([0x7b, 0xff, 0x7d]));
  expect(() => planHook("claude", undefined, systemOf(home))).toThrow("cannot be read");
});

test("the hook is written where a link leads, and undone", async () => {
  const home = homeWith({ "dotfiles/claude.json": "{}\n" });
  mkdirSync(join(home, ".claude"));
  symlinkSync(join(home, "dotfiles/claude.json"), join(home, claude));
  const system = systemOf(home);
  await applyHooks([planHook("claude", commandFor("claude"), system)], { home, system });
  expect(readFileSync(join(home, "dotfiles/claude.json"), "utf8")).toContain("hook run claude");
  await undo({ home, system });
  expect(readFileSync(join(home, claude), "utf8")).toBe("{}\n");
});

test("settings that another program has changed meanwhile stay", async () => {
  const home = homeWith({ [claude]: "{}\n" });
  const system = systemOf(home);
  const plan = planHook("claude", commandFor("claude"), system);
  writeFileSync(join(home, claude), '{ "model": "opus" }\n');
  await expect(applyHooks([plan], { home, system })).rejects.toThrow("has changed");
  expect(readFileSync(join(home, claude), "utf8")).toBe('{ "model": "opus" }\n');
});

test("hooks of several tools are one change: all are written, or none, and all are undone", async () => {
  const home = homeWith({ [claude]: "{}\n", [codex]: 'model = "o9"\n' });
  const system = systemOf(home);
  const plans = hookTools.map((tool) => planHook(tool, commandFor(tool), system));
  writeFileSync(join(home, codex), "");
  await expect(applyHooks(plans, { home, system })).rejects.toThrow("has changed");
  expect(readFileSync(join(home, claude), "utf8")).toBe("{}\n");
  writeFileSync(join(home, codex), 'model = "o9"\n');
  await applyHooks(plans, { home, system });
  for (const path of [claude, codex])
    expect(readFileSync(join(home, path), "utf8")).toContain("chatexport");
  await undo({ home, system });
  expect(readFileSync(join(home, claude), "utf8")).toBe("{}\n");
  expect(readFileSync(join(home, codex), "utf8")).toBe('model = "o9"\n');
});
