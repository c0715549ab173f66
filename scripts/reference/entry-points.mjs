// What programs can import from the packages: the exports of each package.json that have types.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const packages = fileURLToPath(new URL("../../packages/", import.meta.url));

/** All of them: how they are imported, from which package, and the source file. */
export function entryPoints() {
  return readdirSync(packages)
    .filter((name) => existsSync(join(packages, name, "package.json")))
    .flatMap((name) => entryPointsOf(join(packages, name)));
}

function entryPointsOf(folder) {
  const { name, exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return Object.entries(exports).flatMap(([path, { "@chatexport/source": source }]) =>
    source === undefined
      ? []
      : [
          {
            name: name + path.slice(1),
            packageName: name,
            file: join(folder, source),
            ...(path === "." && { readme: join(folder, "README.md") }),
          },
        ],
  );
}
