import { sep } from "node:path";
import { isInside } from "../paths.js";
import { programFolders } from "./module-folders.js";

/** The command that installs a package where this program, as it was started, finds it. */
export function installLine(name: string): string {
  const places = programFolders();
  for (const [place, line] of installers)
    if (places.some((folder) => place.test(folder.split(sep).join("/")))) return line(name);
  const folders = (places.at(-1) ?? "").split(sep);
  const project = folders.slice(0, folders.indexOf("node_modules")).join(sep);
  const isGlobal = folders.includes("node_modules") && !isInside(process.cwd(), project);
  return isGlobal ? `npm i -g ${name}` : `npm i ${name}`;
}

/** Where other commands than `npm install` put programs, and how they put a package beside one. */
const installers: [place: RegExp, line: (name: string) => string][] = [
  [/\/_npx\//, (name) => `npx -p chatexport -p ${name} chatexport …`],
  [
    /\/pnpm(?:-cache)?\/dlx\//,
    (name) => `pnpm --package=chatexport --package=${name} dlx chatexport …`,
  ],
  [/\/global\/\d+\//, (name) => `pnpm add -g ${name}`],
  // Since version 11, pnpm keeps global packages apart unless commas join them.
  [/\/global\/v\d+\//, (name) => `pnpm add -g chatexport,${name}`],
];
