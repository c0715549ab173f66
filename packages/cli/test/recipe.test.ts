import { expect, it } from "vitest";
import { type Ingredient, recipeOf } from "../src/archive/recipe.js";

const source: Ingredient = { name: "claude", version: "1.0.0", options: {} };
const sink: Ingredient = { name: "markdown", version: "1.0.0", options: { a: "1", b: true } };

it("is the same whatever the order of the options", () => {
  expect(recipeOf(source, { ...sink, options: { b: true, a: "1" } })).toBe(recipeOf(source, sink));
});

it("differs with the version and the options of a source or sink", () => {
  const recipes = [
    recipeOf(source, sink),
    recipeOf({ ...source, version: "1.0.1" }, sink),
    recipeOf(source, { ...sink, version: "1.0.1" }),
    recipeOf({ ...source, options: { memory: true } }, sink),
    recipeOf(source, { ...sink, options: { a: "2", b: true } }),
    recipeOf(source, { ...sink, name: "html" }),
  ];
  expect(new Set(recipes).size).toBe(recipes.length);
});
