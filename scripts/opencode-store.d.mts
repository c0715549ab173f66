/** Replaces each NAME.rows.json below a folder by the database NAME. */
export function buildStore(folder: string): void;

/** Writes a database from the content of a rows.json; one that is there already is replaced. */
export function buildDatabase(path: string, content: { walMode?: boolean; tables: object }): void;
