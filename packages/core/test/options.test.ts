import { expect, test } from "vitest";
import { checkOptions, OptionError, type PluginOptions } from "../src/index.js";

const described: PluginOptions = {
  home: { type: "string", description: "A folder" },
  roots: { type: "string", multiple: true, description: "Folders" },
  empty: { type: "boolean", description: "Empty ones, too" },
  detail: { type: "string", values: ["some", "all"], description: "How much" },
  plugins: { type: "unified", multiple: true, description: "Plugins" },
};

test("options that are described and fit pass, and those that the factory checks itself", () => {
  const given = { home: "/backup", roots: ["a", "b"], empty: undefined, detail: "all" };
  checkOptions({ ...given, plugins: [() => {}], columns: 80 }, described, ["columns"]);
});

test.each([
  [{ hom: "x" }, "ERR_UNKNOWN_OPTION", "hom", "There is no option hom; did you mean home?"],
  [
    { zzzzzzzz: 1 },
    "ERR_UNKNOWN_OPTION",
    "zzzzzzzz",
    "There is no option zzzzzzzz; the options are home, roots, empty, detail, plugins",
  ],
  [
    { toString: 1 },
    "ERR_UNKNOWN_OPTION",
    "toString",
    expect.stringContaining("no option toString"),
  ],
  [{ home: 5 }, "ERR_INVALID_OPTION", "home", "Option home must be a text, not 5"],
  [{ home: null }, "ERR_INVALID_OPTION", "home", "Option home must be a text, not null"],
  [{ roots: "a" }, "ERR_INVALID_OPTION", "roots", 'Option roots must be a list, not "a"'],
  [{ roots: [["a"]] }, "ERR_INVALID_OPTION", "roots", "Option roots must be a text, not a list"],
  [
    { empty: "yes" },
    "ERR_INVALID_OPTION",
    "empty",
    'Option empty must be true or false, not "yes"',
  ],
  [
    { detail: "most" },
    "ERR_INVALID_OPTION",
    "detail",
    'Option detail must be some or all, not "most"',
  ],
])("%j is refused", (given, code, option, message) => {
  const check = () => checkOptions(given, described);
  expect(check).toThrow(OptionError);
  expect(check).toThrow(expect.objectContaining({ code, option, message }));
});
