import { OptionError } from "@chatexport/core";
import claudeSink from "@chatexport/sink-claude";
import html from "@chatexport/sink-html";
import jsonlSink from "@chatexport/sink-jsonl";
import markdown from "@chatexport/sink-markdown";
import parquet from "@chatexport/sink-parquet";
import claude from "@chatexport/source-claude";
import cursor from "@chatexport/source-cursor";
import { expect, test } from "vitest";
import { builtIns } from "../../packages/cli/src/built-in.js";

const factories = Object.entries(builtIns).flatMap(([kind, table]) =>
  Object.entries(table).map(([name, { load }]) => ({ kind, name, load })),
);

test.each(factories)("the $kind $name refuses unknown options and wrong values", async (plugin) => {
  const { default: factory, options } = (await plugin.load()) as {
    default: (options: object) => unknown;
    options: Record<string, { type: string }>;
  };
  expect(() => factory({ notAnOption: 1 })).toThrow(OptionError);
  for (const name of Object.keys(options))
    expect(() => factory({ [name]: { odd: true } }), name).toThrow(OptionError);
});

test("types refuse the same", () => {
  // @ts-expect-error A text.
  expect(() => claude({ home: 5 })).toThrow("Option home must be a text, not 5");
  // @ts-expect-error A list.
  expect(() => cursor({ roots: "/backup" })).toThrow("Option roots must be a list");
  // @ts-expect-error No option.
  expect(() => claude({ hom: "/backup" })).toThrow("did you mean home?");
  // @ts-expect-error No option.
  expect(() => markdown({ detial: "full" })).toThrow("did you mean detail?");
  // @ts-expect-error No value.
  expect(() => html({ branches: "some" })).toThrow("Option branches must be active or all");
  // @ts-expect-error No value.
  expect(() => jsonlSink({ dialect: "csv" })).toThrow("Option dialect must be chatexport,");
  // @ts-expect-error No value.
  expect(() => claudeSink({ reasoning: "all" })).toThrow("Option reasoning must be");
  // @ts-expect-error A text.
  expect(() => parquet({ machine: 7 })).toThrow("Option machine must be a text, not 7");
});
