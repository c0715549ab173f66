// What a change may cost those who download the packages. Raise a number only for what is worth it.

/** The most kilobytes (1000 bytes) of an archive that has no number of its own: a source of one simple store. */
export const archive = 12;

/** The most kilobytes of others: about a quarter more than they have. */
export const archives = {
  // With the code of all packages that it runs but for drivers of databases: more than a third of it is that of others.
  // A tenth is the library for servers that agents ask.
  chatexport: 1375,
  "@chatexport/archive": 36,
  // With the turns and the translated calls that sinks share which give sessions back, the kit for sources and its readers of tools, which
  // eight sources had each for itself, the schemas of the model, documents larger than a text can be,
  // compressed files, zones, lists beside sessions, and what moves need of a store.
  "@chatexport/core": 94,
  "@chatexport/document": 47,
  // With the forms of 300 kinds of secrets, and where hints of them may stand.
  "@chatexport/provenance": 17,
  "@chatexport/redact": 115,
  "@chatexport/relocate": 86,
  "@chatexport/search-index": 20,
  "@chatexport/sink-claude": 8,
  "@chatexport/sink-codex": 8,
  "@chatexport/sink-dataset": 23,
  "@chatexport/sink-html": 60,
  "@chatexport/sink-jsonl": 30,
  "@chatexport/sink-markdown": 40,
  "@chatexport/sink-parquet": 23,
  "@chatexport/sink-terminal": 20,
  "@chatexport/source-claude": 125,
  "@chatexport/source-claude-ai": 20,
  // With the tasks of Roo Code and Kilo Code, which are stored otherwise.
  "@chatexport/source-cline": 19,
  // With the types of what a move has to know of its store.
  "@chatexport/source-codex": 45,
  "@chatexport/source-copilot": 55,
  "@chatexport/source-cursor": 145,
  "@chatexport/source-gemini": 18,
  "@chatexport/source-jsonl": 16,
  // With both programs of that name.
  "@chatexport/source-kimi": 23,
  "@chatexport/source-opencode": 35,
  // With forty kinds of records, and summaries that come twice.
  "@chatexport/source-qwen": 14,
  // With the reader of sessions in rows, which two sources share.
  "@chatexport/sqlite": 23,
  "@chatexport/testkit": 55,
  // With the edits of rollouts, and of what lies beside them, and the files of eleven tools that a pack holds.
  "@chatexport/transplant": 45,
  // With the homes of eleven tools.
  "chatexport-fidelity": 100,
  // With the projects that it writes.
  "create-chatexport-plugin": 15,
};

/**
 * The most packages and megabytes (1,000,000 bytes) that `npm install chatexport` brings, by the
 * version of Node: better-sqlite3 is left out where it cannot run.
 */
export const installed = {
  // The program itself, half a megabyte of it the library for servers, and a driver for each Node.
  20: { packages: 2, megabytes: 6.5 },
  24: { packages: 4, megabytes: 35 },
};
