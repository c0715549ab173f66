import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const workflows = join(repository, ".github/workflows");
const onLinux = test.skipIf(process.platform === "win32");

test.each(readdirSync(workflows))("%s names each action by its commit", (name) => {
  const text = readFileSync(join(workflows, name), "utf8");
  for (const [, action] of text.matchAll(/uses: ([^.\n].*)/g))
    expect(action).toMatch(/^[\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
});

onLinux("what the registry does not have is published, once", async () => {
  const { folder, archives } = releaseOf({ "@acme/one": "0.1.0", two: "0.2.0" });
  const published = new Map([["two", "0.2.0"]]);
  const registry = await startRegistry(published);
  writeFileSync(join(folder, "npmrc"), `//127.0.0.1:${registry.port}/:_authToken=invented\n`);
  const publish = (...options: string[]) =>
    runScript("publish.mjs", folder, [archives, ...options], {
      npm_config_registry: `http://127.0.0.1:${registry.port}/`,
      npm_config_userconfig: join(folder, "npmrc"),
      npm_config_cache: join(folder, "cache"),
    });
  expect(await publish("--dry-run")).toBe("packages=@acme/one@0.1.0\n");
  expect(registry.puts).toEqual([]);
  await publish();
  expect(registry.puts).toEqual(["@acme/one@0.1.0"]);
  expect(await publish()).toBe("packages=\n");
  expect(registry.puts).toEqual(["@acme/one@0.1.0"]);
});

onLinux("each package gets a tag, the program a release with its changelog, once", async () => {
  const { folder, archives } = releaseOf({ "@acme/one": "0.1.0", chatexport: "0.1.0" });
  mkdirSync(join(folder, "packages/cli"), { recursive: true });
  writeFileSync(
    join(folder, "packages/cli/CHANGELOG.md"),
    "# chatexport\n\n## 0.1.0\n\n### Minor Changes\n\n- It begins.\n\n## 0.0.9\n\n- Before.\n",
  );
  // Stands for GitHub: it says no to what was not made before, and writes down the rest.
  const gh = `#!/bin/sh
case "$*" in
  *"release view"*) test -f "${folder}/made" ;;
  *"git/ref/tags"*) test -f "${folder}/made" ;;
  *) { echo "gh $*"; cat; } >> "${folder}/said" ;;
esac
`;
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/gh"), gh);
  chmodSync(join(folder, "bin/gh"), 0o755);
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: folder }).toString().trim();
  const announce = () =>
    runScript("announce.mjs", folder, [archives], {
      PATH: `${join(folder, "bin")}:${process.env.PATH}`,
    });
  await announce();
  const said = `gh api repos/{owner}/{repo}/git/refs -f ref=refs/tags/@acme/one@0.1.0 -f sha=${commit}
gh release create chatexport@0.1.0 --target ${commit} --title chatexport 0.1.0 --notes-file -
### Minor Changes

- It begins.`;
  expect(readFileSync(join(folder, "said"), "utf8")).toBe(said);
  writeFileSync(join(folder, "made"), "");
  await announce();
  expect(readFileSync(join(folder, "said"), "utf8")).toBe(said);
});

/** A repository with the scripts of a release, and a folder of archives of packages in these versions. */
function releaseOf(packages: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-publish-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(repository, "scripts/release"), join(folder, "scripts/release"), { recursive: true });
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...words], {
      cwd: folder,
    });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "Begin");
  const archives = join(folder, "archives");
  mkdirSync(archives);
  for (const [name, version] of Object.entries(packages)) {
    mkdirSync(join(folder, "package"), { recursive: true });
    writeFileSync(join(folder, "package/package.json"), JSON.stringify({ name, version }));
    const file = join(archives, `${name.replace("/", "-")}.tgz`);
    execFileSync("tar", ["-czf", file, "package"], { cwd: folder });
  }
  return { folder, archives };
}

/** A registry that takes packages; it has some already. */
async function startRegistry(published: Map<string, string>) {
  const puts: string[] = [];
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url?.slice(1) ?? "");
    if (request.method === "PUT") {
      const chunks: Buffer[] = [];
      request.on("data", (chunk) => chunks.push(chunk));
      request.on("end", () => {
        const [version = ""] = Object.keys(JSON.parse(Buffer.concat(chunks).toString()).versions);
        published.set(name, version);
        puts.push(`${name}@${version}`);
        response.writeHead(201).end("{}");
      });
      return;
    }
    const version = published.get(name);
    if (version === undefined) return void response.writeHead(404).end("{}");
    const versions = { [version]: { name, version, dist: {} } };
    response.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return { port: (server.address() as AddressInfo).port, puts };
}

async function runScript(
  name: string,
  folder: string,
  given: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const words = [join(folder, "scripts/release", name), ...given];
  const options = { cwd: folder, env: { ...process.env, ...env } };
  return (await promisify(execFile)(process.execPath, words, options)).stdout;
}
