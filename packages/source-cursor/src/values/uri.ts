import type { Json, JsonObject } from "@chatexport/core";
import { attempt, objectOf, textOf } from "@chatexport/core/read";
import { firstText, jsonObjectOf } from "./json-text.js";

// URIs are taken apart as text: parsers of URLs reject remote authorities, and "%" that is no escape.

/** The target of a URI. */
export interface UriTarget {
  /** Absolute path on the machine that the URI leads to. */
  path?: string;
  /** That machine, when it is not the one that Cursor ran on: "ssh-remote+host", "wsl+Ubuntu". */
  remote?: string;
}

/** The path of a URI in either form: `file:`, `vscode-remote:`, or a plain path; nothing for other schemes. */
export function pathOfAnyUri(uri: unknown): UriTarget {
  return typeof uri === "string" ? pathOfUri(uri) : pathOfUriObject(objectOf(uri) ?? {});
}

function pathOfUri(uri: string): UriTarget {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]{1,40}):/.exec(uri)?.[1]?.toLowerCase();
  if (scheme === undefined) return localTarget(uri);
  if (scheme !== "file" && scheme !== "vscode-remote") return {};
  const { authority, path } = split(uri.slice(scheme.length + 1));
  return targetOf(scheme, decode(authority), decode(path));
}

/** The path of a URI as VS Code serializes it: `{ $mid, fsPath, path, external, scheme, authority }`. */
function pathOfUriObject(uri: JsonObject): UriTarget {
  const [fsPath, path, external] = [textOf(uri.fsPath), textOf(uri.path), textOf(uri.external)];
  const scheme = textOf(uri.scheme);
  // On Windows `fsPath` of a remote file has the wrong separators.
  if (scheme !== undefined && scheme !== "file")
    return path === undefined
      ? pathOfUri(external ?? "")
      : targetOf(scheme, textOf(uri.authority) ?? "", path);
  if (fsPath !== undefined) return localTarget(fsPath);
  if (external !== undefined) return pathOfUri(external);
  return path === undefined ? {} : targetOf("file", textOf(uri.authority) ?? "", path);
}

/** A URI in either form as text. */
export function textOfUri(uri: unknown): string | undefined {
  const object = objectOf(uri);
  if (!object) return textOf(uri);
  const external = textOf(object.external);
  if (external !== undefined) return external;
  const [scheme, path] = [textOf(object.scheme), textOf(object.path)];
  return scheme === undefined || path === undefined
    ? undefined
    : `${scheme}://${encodeURIComponent(textOf(object.authority) ?? "")}${encodeURI(path)}`;
}

function split(rest: string): { authority: string; path: string } {
  if (!rest.startsWith("//")) return { authority: "", path: rest };
  const slash = rest.indexOf("/", 2);
  return slash === -1
    ? { authority: rest.slice(2), path: "/" }
    : { authority: rest.slice(2, slash), path: rest.slice(slash) };
}

function targetOf(scheme: string, authority: string, path: string): UriTarget {
  if (scheme === "vscode-remote")
    return authority === "" ? { path } : { path, remote: machineOf(authority) };
  if (scheme !== "file") return {};
  if (authority !== "" && authority.toLowerCase() !== "localhost")
    return localTarget(`\\\\${authority}${path.replaceAll("/", "\\")}`);
  return localTarget(/^\/[A-Za-z]:/.test(path) ? path.slice(1) : path);
}

/** A path on the machine that Cursor ran on, or in a distribution of Linux on it. */
function localTarget(path: string): UriTarget {
  const drive = /^([A-Za-z]):(?=[\\/]|$)/.exec(path)?.[1];
  // Cursor writes the drive in either case; VS Code itself shows it in lower case.
  if (drive !== undefined)
    return { path: `${drive.toLowerCase()}:${path.slice(2).replaceAll("/", "\\") || "\\"}` };
  const wsl = /^[\\/]{2}wsl(?:\$|\.localhost)[\\/]([^\\/]+)(.*)$/is.exec(path);
  if (wsl) return { path: wsl[2]?.replaceAll("\\", "/") || "/", remote: `wsl+${wsl[1]}` };
  return path.startsWith("/") || path.startsWith("\\\\") ? { path } : {};
}

/** "ssh-remote+<host>", where the host may be JSON, plain or in hexadecimal, that names it. */
function machineOf(authority: string): string {
  const plus = authority.indexOf("+");
  if (plus === -1) return authority;
  const kind = authority.slice(0, plus);
  // A container on another machine: "dev-container+<hex>@ssh-remote+<host>".
  const [name = "", ...others] = authority.slice(plus + 1).split("@");
  const plain = textOfHex(name) ?? name;
  // A host may be called like JSON, too.
  const object = plain.startsWith("{") ? jsonObjectOf(plain) : undefined;
  const host = firstText(object ?? {}, "hostName", "host", "hostPath", "containerName");
  return [`${kind}+${host ?? plain}`, ...others].join("@");
}

function textOfHex(text: string): string | undefined {
  if (text.length < 8 || text.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(text)) return undefined;
  const decoded = Buffer.from(text, "hex").toString("utf8");
  return /^[\x20-\x7e\u00a0-\ufffc\u{10000}-\u{10ffff}]+$/u.test(decoded) ? decoded : undefined;
}

function decode(text: string): string {
  return attempt(() => decodeURIComponent(text)) ?? text;
}

/** The path of a file, which may be relative, from a URI as an object or text, or from a path. */
export function pathOf(uri: Json | undefined): string | undefined {
  return pathOfAnyUri(uri).path ?? textOf(uri);
}

/** The first absolute path among the fields by these names, or else the first of them. */
export function pathIn(fields: JsonObject, names: readonly string[]): string | undefined {
  const paths = names.flatMap((name) => (Object.hasOwn(fields, name) ? fields[name] : []) ?? []);
  const given = paths.flatMap((path) => pathOf(path) ?? []);
  return given.find((path) => /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path)) ?? given[0];
}
