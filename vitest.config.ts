import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Checks of plugins free what nobody holds, again and again: first, while a process holds little. */
class ChecksOfPluginsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification) => /\btestkit\b/.test(moduleId);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

/** Libraries that have a slower build for developers are tested with what users get. */
const librariesOfUsers: Plugin = {
  name: "libraries-of-users",
  configResolved({ ssr }) {
    const others = ssr.resolve?.conditions?.filter((name) => name !== "development|production");
    ssr.resolve = { ...ssr.resolve, conditions: others };
  },
};

/** A folder for code that is ready to run, another one when an import could lead elsewhere. */
function cacheFolder(): string {
  const packages = join(import.meta.dirname, "packages");
  const manifests = readdirSync(packages).map((name) => join(packages, name, "package.json"));
  const hash = createHash("sha256");
  for (const path of [join(import.meta.dirname, "pnpm-lock.yaml"), ...manifests])
    hash.update(readFileSync(path));
  const name = hash.digest("hex").slice(0, 12);
  return join(import.meta.dirname, "node_modules/.cache/vitest", name);
}

/** Matches the paths of files that do not lie in a folder. */
function outside(folder: string): RegExp {
  const escaped = folder.replaceAll("\\", "/").replace(/[^\w/]/g, "\\$&");
  return new RegExp(`^(?!${escaped}/)(?:/|[A-Z]:/)`, "i");
}

// In milliseconds, against tests that hang: none may fail because the machine is busy. With
// FUZZ_RUNS, properties are tried as long as somebody wants.
const longest = 600_000 * Math.max(1, Number(process.env.FUZZ_RUNS ?? 0) / 300);

export default defineConfig({
  plugins: [librariesOfUsers],
  // Tests run on sources, so that coverage and stack traces are those of the code as it was written.
  ssr: { resolve: { conditions: ["@chatexport/source"], externalConditions: [] } },
  test: {
    globalSetup: ["tests/temporary-folder.ts"],
    setupFiles: ["tests/fuzz/same-inputs.ts"],
    include: ["packages/*/test/**/*.test.ts", "tests/**/*.test.ts"],
    maxWorkers: availableParallelism(),
    testTimeout: longest,
    // None is worth a line for its time alone.
    slowTestThreshold: longest,
    hookTimeout: longest,
    expect: { poll: { timeout: longest / 2 } },
    // In MB: what is made and soon forgotten, as trees of documents are, need not be collected often.
    execArgv: ["--min-semi-space-size=32", "--max-semi-space-size=64"],
    // Each package is tested by a process of its own, and most need the same sources.
    experimental: { fsModuleCache: true, fsModuleCachePath: cacheFolder() },
    // A test that writes a module wants what Node makes of it.
    server: { deps: { external: [outside(import.meta.dirname)] } },
    // Files leave nothing behind, and a process of its own for each costs as much as its tests.
    isolate: false,
    sequence: { sequencer: ChecksOfPluginsFirst },
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      reporter: ["text", "json-summary"],
    },
  },
});
