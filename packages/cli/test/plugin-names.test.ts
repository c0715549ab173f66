import { describe, expect, it } from "vitest";
import { packagesFor, pluginName, wordFor } from "../src/host/plugins/plugin-names.js";

describe("the name of a plugin", () => {
  it.each([
    ["notes", ["@chatexport/source-notes", "chatexport-source-notes"]],
    ["@acme", ["@acme/chatexport-source"]],
    ["@acme/notes", ["@acme/chatexport-source-notes", "@acme/notes"]],
    ["chatexport-source-notes", ["chatexport-source-notes"]],
    ["No Name", []],
  ])("%s can mean %j", (word, packages) => {
    expect(packagesFor("source", word)).toEqual(packages);
  });

  it.each([
    ["@chatexport/sink-notes", "notes", "notes"],
    ["@acme/chatexport-sink", "@acme", "acme"],
    ["@acme/chatexport-sink-notes", "@acme/notes", "notes"],
    ["chatexport-sink-notes", "notes", "notes"],
    ["chatexport-sink-.notes", undefined, "chatexport-sink-.notes"],
    ["leftpad", undefined, "leftpad"],
  ])("of the package %s is %s, %s in settings", (name, word, plugin) => {
    expect(wordFor("sink", name)).toBe(word);
    expect(pluginName("sink", name)).toBe(plugin);
  });
});
