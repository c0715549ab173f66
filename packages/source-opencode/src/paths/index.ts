import { basename, dirname } from "node:path";
import type { SessionRef } from "@chatexport/core";
import { attempt, objectOf, textOf } from "@chatexport/core/read";
import { lookAt } from "../locate.js";

export { lookAt, type Place, placesOf } from "../locate.js";
export { packed, placeColumns, placeFields } from "./packed.js";
export { ownDatabase, rowSessions } from "./row-sessions.js";

/** True for a session that lies in files, as before 1.2, beside a database that lacks it: only that is listed since. */
export function isLeftInFiles({ locator }: SessionRef): boolean {
  const { format, store } = objectOf(locator) ?? {};
  const files = textOf(store) ?? "";
  const folder = basename(files) === "storage" ? dirname(files) : files;
  const databases = format === "opencode/json" ? attempt(() => lookAt(folder).databases) : [];
  return databases?.some((path) => /^(?:opencode|kilo)[\w.-]*\.db$/.test(basename(path))) === true;
}
