import { byName } from "@chatexport/core/read";

/**
 * The rules for the colours of languages, each by its names and by what its files end in. The script
 * `colours.js` of a page knows the same words, but for `plain`, which has no colours.
 */
const syntaxes = byName([
  [
    "braces",
    "js javascript mjs cjs jsx ts typescript mts cts tsx java kotlin kt kts scala groovy gradle swift",
    "c h cpp c++ cc cxx hpp hh cs csharp c# m mm objectivec obj-c objc go golang rust rs zig dart d php",
    "proto protobuf graphql gql wasm wat less scss css json5 jsonc hcl tf terraform solidity sol",
  ],
  [
    "hash",
    "py python pyi pyw gyp ipython rb ruby gemspec irb sh bash zsh fish shell console pl perl pm r jl julia",
    "powershell pwsh ps1 psm1 psd1 dockerfile docker makefile make mk mak ex exs elixir nim tcl cmake",
  ],
  [
    "dashes",
    "sql mysql postgresql postgres pgsql psql sqlite plsql lua pluto hs haskell elm ada vb vbnet",
  ],
  ["markup", "html xhtml htm xml svg xsd xsl plist rss atom xjb wsf vue svelte astro php-template"],
  ["data", "json yaml yml toml ini cfg conf properties env editorconfig jsonl ndjson lock"],
  ["diff", "diff patch"],
  ["plain", "text txt plaintext log output"],
] as const);

/** The rules for the colours of a language; undefined for an unknown one. */
export function syntaxOf(language: string | undefined): string | undefined {
  return language === undefined ? undefined : syntaxes.get(language.toLowerCase());
}
