import { type FilePart, type JsonObject, present } from "@chatexport/core";
import { listOf, numberOf, objectOf, textOf } from "@chatexport/core/read";

/**
 * The pages that a session led to: pull requests (2.1.112 and later) and previews of artifacts. A
 * page that is noted more than once is given once.
 */
export function linkedPages(state: JsonObject): FilePart[] {
  const pages = [
    ...linksIn(state, "pr-link").map(({ prUrl, prRepository, prNumber }) =>
      page(prUrl, pullRequest(textOf(prRepository), numberOf(prNumber))),
    ),
    ...linksIn(state, "frame-link").map(({ frameUrl, title }) => page(frameUrl, textOf(title))),
  ];
  return [...new Map(pages.flat().map((link) => [link.url, link])).values()];
}

function linksIn(state: JsonObject, type: string): JsonObject[] {
  return (listOf(state[type]) ?? []).map(objectOf).filter((link) => link !== undefined);
}

function page(address: unknown, name: string | undefined): FilePart[] {
  const url = textOf(address);
  const from = "tool" as const;
  return url === undefined ? [] : [present({ type: "file", name, url, from })];
}

function pullRequest(repository = "", number: number | undefined): string | undefined {
  return number === undefined ? undefined : `Pull request ${repository}#${number}`;
}
