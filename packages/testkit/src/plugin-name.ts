/** A name that a host takes: it becomes that of a folder, and stands before a dot in `--option`. */
export const pluginName = /^[a-z\d]+(?:-[a-z\d]+)*$/;
