// Writes the website into the folder `site`: docs/site, its pictures, a gallery of examples/home, and
// the API reference, which `npm run reference` has written before.
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dropPage } from "./drop.mjs";
import { exampleHome, exported, root } from "./example.mjs";

const site = join(root, "site");
rmSync(site, { recursive: true, force: true });
cpSync(join(root, "docs/site/index.html"), join(site, "index.html"));
writeFileSync(join(site, "drop.html"), await dropPage());
cpSync(join(root, "docs/pictures"), join(site, "pictures"), { recursive: true });
cpSync(join(root, "reference"), join(site, "reference"), { recursive: true });

const example = exampleHome();
exported(example, "html", join(site, "gallery"));
exported(example, "markdown", join(site, "gallery/markdown"));
rmSync(example.home, { recursive: true });
