import { basename } from "node:path";
import { listSessions, loadSessions } from "@chatexport/core";
import claude from "@chatexport/source-claude";
import { projectFolderName } from "@chatexport/source-claude/paths";
import fc from "fast-check";
import { expect, test } from "vitest";
import { pathMap } from "../../src/move/path-map.js";
import { carryOut } from "../carry-out.js";
import { filesIn, homeWith, line, planned, prompt, put } from "./home.js";

const projects = ".claude/projects";
const names = ["a b", "a_b", "a-b", "ä", "😀", "co", "cobalt", "n".repeat(120)];
const folder = fc
  .array(fc.constantFrom(...names), { maxLength: 3 })
  .map((parts) => parts.map((part) => `/${part}`).join(""));

interface Lines {
  cwd: string;
  texts: number[];
  ending: string;
}

const lines = (cwd: fc.Arbitrary<string>): fc.Arbitrary<Lines> =>
  fc.record({
    cwd,
    texts: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 6 }),
    ending: fc.constantFrom("\n", "\r\n"),
  });

function text({ cwd, texts, ending }: Lines, note = ""): string {
  const records = texts.map((number, index) =>
    number === 0
      ? `broken ${note}${ending}`
      : prompt(cwd, `${note}${number} ${cwd}`, {
          uuid: `${note}-${number}-${index}`,
          toolUseResult: { persistedOutputPath: `${cwd}/out`, stdout: cwd },
        }).trimEnd() + ending,
  );
  return records.join("");
}

/** Two folders of one name, which is that of the project, and of which none lies in the other one. */
const move = fc
  .tuple(folder, folder)
  .map(([from, to]) => ({ from: `/src${from}/p`, to: `/new_q${to}/p` }));

test("Both sides of a move list the same sessions with the same content", async () => {
  const place = fc.constantFrom("/p", "/p/a b", "/p/a_b", "/px", "-p", "/p/.claude/worktrees/x");
  await fc.assert(
    fc.asyncProperty(
      move,
      fc.array(lines(place), { minLength: 1, maxLength: 8 }),
      async (move, all) => {
        const home = homeWith({
          ".claude/history.jsonl": line({
            display: "x",
            project: move.from,
            timestamp: 1,
            sessionId: "s",
          }),
        });
        for (const [index, { cwd, ...more }] of all.entries()) {
          const path = move.from.slice(0, -2) + cwd;
          const id = `${index}1111111-1111-4111-8111-111111111111`;
          const own = text({ cwd: path, ...more, texts: [1, ...more.texts] }, `s${index}`);
          put(home, `${projects}/${projectFolderName(path)}/${id}.jsonl`, own, index);
          put(
            home,
            `${projects}/${projectFolderName(path)}/${id}/subagents/agent-${index}.jsonl`,
            own,
          );
        }
        const before = await contentOf(home);
        const plan = planned(home, move);
        carryOut(plan);
        const after = await contentOf(home);
        expect(after.map(({ id, cwd }) => ({ id, cwd }))).toEqual(
          before.map(({ id, cwd }) => ({ id, cwd: pathMap([move]).path(cwd ?? "") ?? cwd })),
        );
        const map = pathMap(plan.pairs);
        const old = (content: string) => allPathsAs(content, (path) => map.path(path) ?? path);
        expect(after.map(({ content }) => old(content))).toEqual(
          before.map(({ content }) => old(content)),
        );
        const again = planned(home, move);
        expect(again).toMatchObject({ rewrites: [], renames: [] });
      },
    ),
    { numRuns: 20 },
  );
});

async function contentOf(
  home: string,
): Promise<{ id: string; cwd: string | undefined; content: string }[]> {
  const sources = [claude({ home })];
  const listed = await listSessions(sources, {});
  const contents = [];
  for await (const { session } of loadSessions(listed, {}))
    contents.push({ id: session.id, cwd: session.cwd, content: JSON.stringify(session) });
  return contents.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** A JSON text with each string that is a path mapped. */
function allPathsAs(content: string, map: (path: string) => string): string {
  return JSON.stringify(JSON.parse(content), (_, value) =>
    typeof value === "string" ? map(value) : value,
  );
}

/** Folders of projects that lead to each other's names. */
const crowded = fc
  .record({
    from: fc.constantFrom("/s/p", "/s/p/a b", "/s/p-a b", "/s/p/a/p"),
    to: fc.constantFrom("/s/p", "/s/p_a/b", "/s/p.a", "/t/p"),
  })
  .filter(({ from, to }) => projectFolderName(from) !== projectFolderName(to));

test("However folders are merged, no line is lost and none is made up", () => {
  const path = fc.constantFrom("", "/a b", "/a_b", "/co");
  const file = fc.record({
    isNew: fc.boolean(),
    path,
    name: fc.constantFrom("1.jsonl", "2.jsonl", "3/subagents/agent-1.jsonl", "memory/a.md"),
    day: fc.integer({ min: 1, max: 3 }),
    texts: lines(fc.constant("")),
  });
  fc.assert(
    fc.property(
      fc.oneof(move, crowded),
      fc.array(file, { maxLength: 12 }),
      ({ from, to }, files) => {
        const home = homeWith({});
        const expected = new Map<string, string[]>();
        for (const { isNew, path, name, day, texts } of files) {
          const cwd = (isNew ? to : from) + path;
          const target = `${projects}/${projectFolderName(cwd)}/${name}`;
          const isText = name.endsWith(".md");
          put(home, target, isText ? `${texts.texts}` : text({ ...texts, cwd }), day);
        }
        const map = pathMap([{ from, to }]);
        for (const [name, content] of Object.entries(filesIn(home)))
          expected.set(
            name,
            linesOf(content).map((each) => mapped(each, map.path)),
          );
        carryOut(planned(home, { from, to }));
        const after = Object.entries(filesIn(home)).map(([name, content]) => ({
          name: basename(name),
          lines: linesOf(content),
        }));
        for (const [name, wanted] of expected) {
          const isThere = after.some((each) => isAmong(wanted, each.lines));
          expect(isThere, name).toBe(true);
        }
        const known = new Set([...expected.values()].flat());
        for (const each of after) for (const line of each.lines) expect(known).toContain(line);
      },
    ),
    { numRuns: 60 },
  );
});

function linesOf(content: string): string[] {
  return content.split("\n").filter((each) => each !== "");
}

/** A record as it is after the move: the fields that are the tool's are mapped. */
function mapped(text: string, map: (path: string) => string | undefined): string {
  const latin = Buffer.from(text, "latin1").toString();
  if (!latin.startsWith("{")) return text;
  const record = JSON.parse(latin);
  record.cwd = map(record.cwd) ?? record.cwd;
  record.toolUseResult.persistedOutputPath =
    map(record.toolUseResult.persistedOutputPath) ?? record.toolUseResult.persistedOutputPath;
  const ending = latin.endsWith("\r") ? "\r" : "";
  return Buffer.from(JSON.stringify(record) + ending).toString("latin1");
}

/** True when a list has all elements of another one, each as often. */
function isAmong(some: readonly string[], all: readonly string[]): boolean {
  const left = [...all];
  return some.every((each) => {
    const at = left.indexOf(each);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}
