import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow } from "../files.js";
import type { Random } from "../random.js";
import { conductedExport } from "./conducted.js";
import { type Experiment, mended, type Workshop } from "./experiment.js";

const nobody = 65534;
const isRoot = process.getuid?.() === 0;

/** Makes a place where nothing, or not everything, can be written; mends it again. */
type Spoil = (workshop: Workshop, out: string, random: Random) => () => void;

const places: Readonly<Record<string, Spoil>> = {
  "a file in its place"(_, out) {
    writeFileSync(out, "mine\n");
    return () => rmSync(out);
  },
  "a link to nowhere"(_, out) {
    symlinkSync("nothing/there", out);
    return () => rmSync(out);
  },
  "a link to itself"(_, out) {
    symlinkSync("out", out);
    return () => rmSync(out);
  },
  "a pipe in its place"(_, out) {
    execFileSync("mkfifo", [out]);
    return () => rmSync(out);
  },
  "a folder where a file of it has to be"(workshop, out, random) {
    const path = join(out, random.pick([...workshop.complete.keys()]) ?? "index.md");
    mkdirSync(path, { recursive: true });
    return () => rmSync(out, { recursive: true });
  },
  "a file where a folder of it has to be"(_, out, random) {
    mkdirSync(out);
    writeFileSync(join(out, random.pick([".chatexport", "claude", "cursor"]) ?? ""), "mine\n");
    return () => rmSync(out, { recursive: true });
  },
  "a pipe where a file of it has to be"(workshop, out, random) {
    cpSync(workshop.reference, out, { recursive: true });
    const path = random.pick(filesBelow(out)) ?? out;
    rmSync(path);
    execFileSync("mkfifo", [path]);
    return () => rmSync(out, { recursive: true });
  },
  "a link out of the archive"(workshop, out, random) {
    cpSync(workshop.reference, out, { recursive: true });
    const path = random.pick(filesBelow(out)) ?? out;
    rmSync(path);
    symlinkSync("../outside/archive/index.md", path);
    return () => rmSync(out, { recursive: true });
  },
  "a folder that leads out of the archive"(_, out, random) {
    mkdirSync(out);
    const name = random.pick([".chatexport", "claude", "cursor", "claude/lantern-shop"]) ?? "";
    if (name.includes("/")) mkdirSync(join(out, "claude"));
    symlinkSync(name.includes("/") ? "../../outside" : "../outside", join(out, name));
    return () => rmSync(out, { recursive: true });
  },
};

/** Places that are not as they should be; when they are again, the archive becomes complete. */
export const badPlaces: readonly Experiment[] = [
  ...Object.entries(places).map(
    ([name, spoil]): Experiment => ({
      name: `writing/${name.replaceAll(" ", "-")}`,
      async run(workshop, out, random) {
        const mend = spoil(workshop, out, random);
        const findings = await conductedExport(workshop, out, {});
        mend();
        findings.push(...(await mended(workshop, out)));
        return { what: name, findings };
      },
    }),
  ),
  {
    name: "writing/no-permission",
    skip: isRoot ? undefined : "only root can run the program as somebody else",
    async run(workshop, out, random) {
      cpSync(workshop.reference, out, { recursive: true });
      chmodSync(workshop.folder, 0o755);
      chmodSync(join(out, ".."), 0o755);
      const paths = filesBelow(out);
      for (let count = random.below(4); count > 0; count--)
        rmSync(random.pick(paths) ?? "", { force: true });
      const findings = await conductedExport(workshop, out, { user: nobody });
      findings.push(...(await mended(workshop, out)));
      return { what: "an archive of somebody else", findings };
    },
  },
  {
    name: "writing/read-only",
    skip:
      isRoot && spawnSync("unshare", ["-m", "true"]).status === 0
        ? undefined
        : "only root can mount a disk",
    async run(workshop, out) {
      mkdirSync(out);
      execFileSync("mount", ["-t", "tmpfs", "-o", "ro", "tmpfs", out]);
      const findings = await conductedExport(workshop, join(out, "archive"), {});
      execFileSync("umount", [out]);
      findings.push(...(await mended(workshop, out)));
      return { what: "a disk that is read-only", findings };
    },
  },
];
