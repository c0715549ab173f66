import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { installScripts, type ThirdParty, thirdParties } from "./runtime-tree.js";

/** Licences that ask for nothing but their notice, which lies in each package, and to name changes: there are none. */
const allowed = [
  "Apache-2.0",
  "MIT",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "PSF-2.0",
  "(Apache-2.0 AND BSD-3-Clause)",
];

const installed = thirdParties();

test("only licences that ask for no more than their notice", () => {
  const others = installed.filter(({ manifest }) => !allowed.includes(manifest.license ?? ""));
  expect(installed.length).toBeGreaterThan(40);
  expect(others.map(({ manifest }) => `${manifest.name}: ${manifest.license}`)).toEqual([]);
});

test("nothing runs when it is installed", () => {
  const running = installed.filter((one) => installScripts(one).length > 0);
  expect(running.map(({ manifest }) => manifest.name)).toEqual([]);
});

test("docs/third-party.md lists all of them", async () => {
  const path = fileURLToPath(new URL("../../docs/third-party.md", import.meta.url));
  // After a change: npx vitest run tests/packages -u
  await expect(pageOf(installed)).toMatchFileSnapshot(path);
});

function pageOf(all: readonly ThirdParty[]): string {
  const lists = allowed.toSorted().flatMap((licence) => {
    const some = all.filter(({ manifest }) => manifest.license === licence);
    const names = some.map(({ manifest }) => `${manifest.name} ${manifest.version}`);
    return names.length === 0 ? [] : [`- **${licence}**: ${names.join(", ")}`];
  });
  return `# Packages of others

The packages that an installation of chatexport brings with it. [CONTRIBUTING.md](../CONTRIBUTING.md#dependencies) says why the direct ones are there. None runs anything when it is installed. npm leaves better-sqlite3 out on a Node on which it cannot run; it contains SQLite, which is in the public domain.

The program contains the code of most of them, so that it starts sooner ([0004](decisions/0004-bundled-packages.md)), and their licences in \`dist/licences.md\`. The other packages of chatexport, and the pages they write, contain no code of others.

The list prices in \`chatexport\` (\`prices/list-prices.json\`) are those of [genai-prices](https://github.com/pydantic/genai-prices), © Pydantic Services Inc., MIT.

<!-- Printed from what is installed by tests/packages/third-party.test.ts, which keeps it true. -->

${lists.join("\n")}
`;
}
