/**
 * Compiles tests/faults, which runs in processes of its own, to where the packages are found; returns
 * the URL of the module with this name.
 */
export function compileFaults(name: string): string;
