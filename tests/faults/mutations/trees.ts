import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { filesBelow, foldersBelow, inStore } from "../files.js";
import type { Random } from "../random.js";
import type { Fault, Mutation } from "./mutation.js";

type Change = (path: string, store: string, random: Random) => Partial<Fault>;

function inPlaceOf(path: string, make: () => void): Partial<Fault> {
  rmSync(path, { recursive: true, force: true });
  make();
  return { isInvisible: true };
}

/** Python knows how to make what Node does not. */
function python(script: string, path: string): void {
  execFileSync("python3", ["-c", script, path]);
}

const toFiles: Readonly<Record<string, Change>> = {
  "a file that is gone": (path) => inPlaceOf(path, () => {}),
  "a folder in place of a file": (path) => inPlaceOf(path, () => mkdirSync(path)),
  "an empty file": (path) => inPlaceOf(path, () => writeFileSync(path, "")),
  "a pipe in place of a file": (path) => inPlaceOf(path, () => execFileSync("mkfifo", [path])),
  "a socket in place of a file": (path) =>
    inPlaceOf(path, () =>
      python(
        "import socket,sys,os; os.chdir(os.path.dirname(sys.argv[1])); socket.socket(socket.AF_UNIX).bind(os.path.basename(sys.argv[1])[:100])",
        path,
      ),
    ),
  "a device in place of a file": (path, _, random) =>
    inPlaceOf(path, () =>
      symlinkSync(random.pick(["/dev/zero", "/dev/tty", "/dev/full"]) ?? "", path),
    ),
  "a link to itself": (path) => inPlaceOf(path, () => symlinkSync(basename(path), path)),
  "a link to nowhere": (path) => inPlaceOf(path, () => symlinkSync("nothing-there", path)),
  "a link to its folder": (path) => inPlaceOf(path, () => symlinkSync(".", path)),
  "a link out of the store": (path) =>
    inPlaceOf(path, () => symlinkSync("/proc/self/status", path)),
  "a link to another file": (path, store, random) => {
    const other = random.pick(filesBelow(store).filter((file) => file !== path)) ?? path;
    return {
      ...inPlaceOf(path, () => symlinkSync(other, path)),
      places: [{ path: other }],
    };
  },
  "a file under another name"(path, _, random) {
    const name = random.pick(oddNames) ?? "odd";
    renameSync(path, join(dirname(path), name + basename(path)));
    return { isInvisible: true };
  },
  "a file elsewhere"(path, store, random) {
    const folder = random.pick(foldersBelow(store)) ?? store;
    const target = join(folder, `moved-${basename(path)}`);
    renameSync(path, target);
    return { isInvisible: true, places: [{ path: folder }] };
  },
  "a file twice"(path, _, random) {
    const name = random.pick(oddNames) ?? "odd";
    copyFileSync(path, join(dirname(path), name + basename(path)));
    return { places: [{ path: dirname(path) }] };
  },
  "a file over another"(path, store, random) {
    const other = random.pick(filesBelow(store)) ?? path;
    if (other !== path) copyFileSync(path, other);
    return { isInvisible: true, places: [{ path: other }] };
  },
  "a file whose name is no text": (path) => {
    const target = Buffer.concat([
      Buffer.from(`${dirname(path)}/`),
      Buffer.from("fffe", "hex"),
      Buffer.from(basename(path)),
    ]);
    renameSync(path, target);
    return { isInvisible: true };
  },
};

const oddNames = [
  "line\nbreak",
  "\u001b]0;title\u0007",
  "\u202e",
  " ",
  "-",
  "--out",
  "%00",
  "a'b\"c`$(id)",
  "ü",
  "u\u0308",
  ".",
  "x".repeat(150),
  "agent-",
  "#?",
];

const toFolders: Readonly<Record<string, Change>> = {
  "a folder that is gone": (path) => inPlaceOf(path, () => {}),
  "a file in place of a folder": (path) => inPlaceOf(path, () => writeFileSync(path, "{}\n")),
  "a pipe in place of a folder": (path) => inPlaceOf(path, () => execFileSync("mkfifo", [path])),
  "a folder under another name": (path, _, random) => {
    const target = join(dirname(path), `${random.pick(oddNames)}${basename(path)}`);
    renameSync(path, target);
    return { isInvisible: true };
  },
  "a link to a folder above"(path) {
    symlinkSync("..", join(path, "loop"));
    return {};
  },
  "a link out of the store"(path, _, random) {
    const target = random.pick(["/", "/dev", "/proc/sys/net"]) ?? "/";
    symlinkSync(target, join(path, "projects.link"));
    return { what: target };
  },
  "something that does not belong there"(path, _, random) {
    const name = random.pick(strangers) ?? "x";
    if (!existsSync(join(path, name)))
      writeFileSync(join(path, name), random.chance(0.5) ? "{}\n" : "");
    return { what: name };
  },
  "a deep tree"(path) {
    mkdirSync(join(path, ...Array.from({ length: 60 }, () => "deep")), { recursive: true });
    return {};
  },
  "pipes with names that mean something"(path, _, random) {
    const name = random.pick(strangers) ?? "x";
    if (!existsSync(join(path, name))) execFileSync("mkfifo", [join(path, name)]);
    return { what: name };
  },
};

const strangers = [
  "history.jsonl",
  "settings.json",
  "sessions-index.json",
  "state.vscdb",
  "state.vscdb-wal",
  "state.vscdb-shm",
  "state.vscdb-journal",
  "store.db",
  "store.db-wal",
  "meta.json",
  "workspace.json",
  "custom-title.json",
  "agent-x.jsonl",
  "agent-x.meta.json",
  "00000000-0000-4000-8000-000000000000.jsonl",
  "conversations.json",
  "ai-code-tracking.db",
  "notes.txt",
  "plan.plan.md",
  "memory",
  "subagents",
  "tool-results",
];

/** Damage to files and folders as such. */
export const treeMutations: readonly Mutation[] = [
  ...mutationsOf(toFiles, filesBelow),
  ...mutationsOf(toFolders, foldersBelow),
  {
    name: "nothing at all",
    apply(store) {
      for (const name of readdirSync(store)) rmSync(join(store, name), { recursive: true });
      return { what: "nothing is left", places: [{ path: store }], isInvisible: true };
    },
  },
];

function mutationsOf(
  changes: Readonly<Record<string, Change>>,
  pathsIn: (store: string) => string[],
): Mutation[] {
  return Object.entries(changes).map(([name, change]) => ({
    name,
    apply(store, random) {
      const path = random.pick(pathsIn(store));
      if (path === undefined) return undefined;
      const changed = change(path, store, random);
      const places = [{ path }, ...(changed.places ?? [])];
      const what = [name, inStore(path, store), ...(changed.what ? [changed.what] : [])].join(": ");
      return { ...changed, what, places };
    },
  }));
}
