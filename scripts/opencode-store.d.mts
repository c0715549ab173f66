/** Replaces each NAME.rows.json below a folder by the database NAME. */
export function buildStore(folder: string): void;
