import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The links of a Markdown file that lead to no file, or to no heading of one. */
export function brokenLinks(path: string): string[] {
  const page = readFileSync(path, "utf8");
  const links = [...withoutCode(page).matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => !/^https?:/.test(link) && !leadsSomewhere(path, link));
}

function leadsSomewhere(path: string, link: string): boolean {
  const [file = "", heading] = link.split("#");
  const target = file === "" ? path : join(dirname(path), file);
  if (!existsSync(target)) return false;
  return heading === undefined || headingsOf(readFileSync(target, "utf8")).includes(heading);
}

/** The anchors that GitHub gives the headings of a page. */
function headingsOf(page: string): string[] {
  return [...withoutCode(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function withoutCode(page: string): string {
  return page.replaceAll(/^(`{3,})[^\n]*\n.*?^\1$/gms, "");
}
