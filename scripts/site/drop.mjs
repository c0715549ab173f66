// Puts docs/site/drop.html together: one file with its script, which can ask for nothing.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { toHtml } from "@chatexport/sink-html/to-html";
import { parseSession } from "@chatexport/source-claude/parse-session";
import { rolldown } from "rolldown";
import { strictly } from "../join.mjs";
import { root } from "./example.mjs";

/** The page as one document. Throws when its script would need anything that browsers do not have. */
export async function dropPage() {
  const bundle = await rolldown({
    cwd: join(root, "scripts/site"),
    input: "drop-client.mjs",
    platform: "browser",
    onLog: strictly,
  });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  // A script ends where it says so, even in a text of its own.
  const script = output[0].code.replaceAll("</script", "<\\/script").trim();
  const page = readFileSync(join(root, "docs/site/drop.html"), "utf8");
  const style = page.slice(page.indexOf("<style>") + 7, page.indexOf("</style>"));
  return page.replace("POLICY", () => policyOf(style, script)).replace("SCRIPT", () => script);
}

/** A frame inherits the policy of its page: the one that shows a session needs its own styles and scripts. */
function policyOf(style, script) {
  const shown = toHtml(parseSession("{}", { report() {} }));
  const [, styles] = /style-src ([^;]+);/.exec(shown);
  const [, scripts] = /script-src ([^;]+);/.exec(shown);
  return [
    "default-src 'none'",
    "img-src data:",
    `style-src ${hashOf(style)} ${styles}`,
    `script-src ${hashOf(script)} ${scripts}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function hashOf(content) {
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}
