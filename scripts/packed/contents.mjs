import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Throws if a package lacks what belongs to it, or has what does not. */
export function checkContents({ packages, root }) {
  const { engines, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const packed of packages) {
    const wrong = [
      ...missing(packed),
      ...superfluous(packed),
      ...wrongFields(packed.manifest, { node: engines.node, license }),
      ...lostMaps(packed),
    ];
    if (wrong.length > 0) throw new Error(`${packed.name}: ${wrong.join(", ")}`);
  }
  return "README, LICENSE, code and types; no tests, sources, maps, scripts";
}

function missing({ files }) {
  return ["README.md", "LICENSE", "package.json"]
    .filter((name) => !files.includes(name))
    .map((name) => `no ${name}`);
}

function superfluous({ files }) {
  return files
    .filter((path) => /^(?:src|test|fixtures)\/|\.(?:map|tsbuildinfo)$|(?<!\.d)\.ts$/.test(path))
    .map((path) => `${path} is packed`);
}

/** The fields that had to be replaced or left out, and those that would run on the machines of others. */
function wrongFields(manifest, { node, license }) {
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  const ranges = Object.entries({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return [
    ...ranges
      .filter(([, range]) => /^(?:workspace|catalog):/.test(range))
      .map(([name, range]) => `${name} is ${range}`),
    ...["scripts", "devDependencies"]
      .filter((name) => name in manifest)
      .map((name) => `has ${name}`),
    ...(JSON.stringify(manifest.exports).includes("@chatexport/source") ? ["exports sources"] : []),
    ...(manifest.type === "module" ? [] : ["is not ESM"]),
    ...(manifest.engines?.node === node ? [] : [`is not for Node ${node}`]),
    ...(manifest.license === license ? [] : [`is not ${license}`]),
  ];
}

/** Code that names a map which is not there makes bundlers complain. */
function lostMaps({ files, unpacked }) {
  return files
    .filter((path) => path.endsWith(".js"))
    .filter((path) => /^\/\/# sourceMappingURL=/m.test(readFileSync(join(unpacked, path), "utf8")))
    .map((path) => `${path} names a map`);
}
