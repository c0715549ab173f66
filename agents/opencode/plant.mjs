import { existsSync } from "node:fs";
import { DatabaseSync } from "../../scripts/sqlite.mjs";

/** Gives all texts of a database another type, so that no reader can find them. */
export function plant(/** @type {string} */ path) {
  if (!existsSync(path)) throw new Error(`There is no ${path}.`);
  const database = new DatabaseSync(path);
  const change = `UPDATE part SET data = replace(data, '"type":"text"', '"type":"words"')`;
  database.exec(change);
  database.close();
}
