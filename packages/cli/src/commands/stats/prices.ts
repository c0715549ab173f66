import { readFileSync } from "node:fs";
import { type JsonObject, messageOf, nonEmpty, present, safeLine } from "@chatexport/core";
import { numberOf, objectOf, textOf } from "@chatexport/core/read";
import {
  type PricedCost,
  type Statistics,
  type Tokens,
  tokensOf,
} from "@chatexport/document/statistics";
import { parseJson } from "../../host/config/json-syntax.js";
import { packageFile } from "../../host/files/package-file.js";
import { modelGlob } from "../../host/selection/model-glob.js";
import { usageError } from "../../terminal/cli-error.js";

/** The prices of a million tokens. */
interface Price {
  input: number;
  output: number;
  /** As input where it is absent. */
  cacheRead?: number;
  cacheWrite?: number;
}

/** A list of prices: the user's own, or the one that comes with the program, which is older each day. */
export interface Prices {
  currency: string;
  /** The day of a list that comes with the program. */
  date?: string;
  /** The price of a model by its name, or the first glob that its name matches. */
  priceOf(model: string): Price | undefined;
}

const example = `{"currency": "USD", "models": {"claude-opus-4-*": {"input": 5, "output": 25}}}`;

/** The list prices of vendors that come with the program; `scripts/prices.mjs` writes them. */
export async function listPrices(): Promise<Prices> {
  const file = packageFile("prices/list-prices.json");
  const date = textOf(objectOf(JSON.parse(readFileSync(file, "utf8")))?.date) ?? "";
  return { ...(await readPrices(file)), date };
}

/** Reads a file of prices; throws a usage error for one that says something else. */
export async function readPrices(file: string): Promise<Prices> {
  const refuse = (why: string) =>
    usageError(`--prices ${safeLine(file)}: ${why}. It looks like this: ${example}`);
  let content: JsonObject | undefined;
  try {
    const text = readFileSync(file, "utf8");
    content = objectOf(await parseJson(text));
  } catch (cause) {
    throw refuse(messageOf(cause));
  }
  const [currency, models] = [textOf(content?.currency), objectOf(content?.models)];
  if (currency === undefined || !models) throw refuse("it has no currency, or no models");
  const prices: { price: Price; matches(model: string): boolean }[] = [];
  for (const [name, value] of Object.entries(models)) {
    const price = priceIn(objectOf(value));
    if (!price)
      throw refuse(`${name} needs numbers: input and output, in units per million tokens`);
    prices.push({ price, matches: await modelGlob(name) });
  }
  return {
    currency,
    priceOf(model) {
      // Some tools write the name of a vendor before that of a model.
      const names = [model, model.slice(model.lastIndexOf("/") + 1)];
      return names.flatMap((name) => prices.find(({ matches }) => matches(name)) ?? [])[0]?.price;
    },
  };
}

function priceIn(value: JsonObject | undefined): Price | undefined {
  const names = ["input", "output", "cacheRead", "cacheWrite"] as const;
  const numbers = names.map((name) => numberOf(value?.[name]));
  const areWrong = names.some((name, index) => {
    const number = numbers[index];
    return value?.[name] === undefined ? index < 2 : number === undefined || number < 0;
  });
  if (areWrong) return undefined;
  const [input = 0, output = 0, cacheRead = input, cacheWrite = input] = numbers;
  return { input, output, cacheRead, cacheWrite };
}

/** The cost of all tokens by these prices, and the models without one; undefined where no model has one. */
export function pricedCost(
  { models, total }: Statistics,
  { currency, date, priceOf }: Prices,
): PricedCost | undefined {
  let amount = 0;
  const unpriced: string[] = [];
  const ofModels = models.reduce((sum, each) => sum + (tokensOf(each) ?? 0), 0);
  // Of a session with several models, some stores know the total alone.
  const hasOthers = (tokensOf(total) ?? 0) > ofModels;
  for (const { model, tokens } of models) {
    if (!tokens) continue;
    const price = model === undefined ? undefined : priceOf(model);
    if (price) amount += costOf(tokens, price);
    else unpriced.push(model ?? "");
  }
  if (hasOthers && !unpriced.includes("")) unpriced.push("");
  if (date !== undefined && amount === 0) return undefined;
  const cost = { amount: Number(amount.toFixed(6)), currency, date };
  return present({ ...cost, unpriced: nonEmpty(unpriced) });
}

function costOf(
  { input = 0, output = 0, cacheRead = 0, cacheWrite = 0 }: Tokens,
  price: Price,
): number {
  const { input: full, cacheRead: read = full, cacheWrite: written = full } = price;
  // Input contains both, and output contains reasoning.
  const fresh = Math.max(0, input - cacheRead - cacheWrite);
  return (fresh * full + cacheRead * read + cacheWrite * written + output * price.output) / 1e6;
}
