import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pathOfAnyUri, textOfUri, type UriTarget } from "../src/values/uri.js";

const hex = (text: string) => Buffer.from(text).toString("hex");

describe("the path of a URI", () => {
  const uris: [uri: string, target: UriTarget][] = [
    ["file:///home/mira/shop", { path: "/home/mira/shop" }],
    ["file://localhost/home/mira/shop", { path: "/home/mira/shop" }],
    ["file:///home/mira/my%20shop", { path: "/home/mira/my shop" }],
    ["file:///home/mira/caf%C3%A9", { path: "/home/mira/café" }],
    ["file:///home/mira/100%", { path: "/home/mira/100%" }],
    ["file:///home/mira/100%25", { path: "/home/mira/100%" }],
    ["file:///c%3A/Users/mira/shop", { path: "c:\\Users\\mira\\shop" }],
    ["file:///C:/Users/mira/shop", { path: "c:\\Users\\mira\\shop" }],
    ["file:///d%3A", { path: "d:\\" }],
    ["file://nas/work/shop", { path: "\\\\nas\\work\\shop" }],
    [
      "file://wsl.localhost/Ubuntu/home/mira/shop",
      { path: "/home/mira/shop", remote: "wsl+Ubuntu" },
    ],
    ["file://wsl%24/Debian/home/mira", { path: "/home/mira", remote: "wsl+Debian" }],
    ["/home/mira/shop", { path: "/home/mira/shop" }],
    ["C:\\Users\\mira\\shop", { path: "c:\\Users\\mira\\shop" }],
    ["\\\\wsl$\\Ubuntu\\home\\mira", { path: "/home/mira", remote: "wsl+Ubuntu" }],
    ["\\\\nas\\work\\shop", { path: "\\\\nas\\work\\shop" }],
    [
      "vscode-remote://ssh-remote%2Bforge/home/mira/shop",
      { path: "/home/mira/shop", remote: "ssh-remote+forge" },
    ],
    [
      "vscode-remote://ssh-remote+mira@forge/home/mira/shop",
      { path: "/home/mira/shop", remote: "ssh-remote+mira@forge" },
    ],
    [
      "vscode-remote://wsl%2BUbuntu-22.04/home/mira/my%20shop",
      { path: "/home/mira/my shop", remote: "wsl+Ubuntu-22.04" },
    ],
    [
      `vscode-remote://ssh-remote%2B${hex('{"hostName":"forge","user":"mira"}')}/srv/shop`,
      { path: "/srv/shop", remote: "ssh-remote+forge" },
    ],
    [
      `vscode-remote://ssh-remote+${encodeURIComponent('{"host":"forge"}')}/srv/shop`,
      { path: "/srv/shop", remote: "ssh-remote+forge" },
    ],
    [
      `vscode-remote://dev-container%2B${hex("/home/mira/shop")}/workspaces/shop`,
      { path: "/workspaces/shop", remote: "dev-container+/home/mira/shop" },
    ],
    [
      `vscode-remote://dev-container%2B${hex('{"hostPath":"/home/mira/shop"}')}@ssh-remote%2Bforge/workspaces/shop`,
      { path: "/workspaces/shop", remote: "dev-container+/home/mira/shop@ssh-remote+forge" },
    ],
    // Hexadecimal that is no text is a name.
    ["vscode-remote://ssh-remote%2Bdeadbeef/srv", { path: "/srv", remote: "ssh-remote+deadbeef" }],
    ["vscode-remote://ssh-remote%2Bforge", { path: "/", remote: "ssh-remote+forge" }],
    ["vscode-remote://tunnel%2B%/srv/50%", { path: "/srv/50%", remote: "tunnel%2B%" }],
    ["untitled:Untitled-1", {}],
    ["https://example.com/shop", {}],
    ["src/shop.ts", {}],
    ["", {}],
  ];
  test.each(uris)("%s", (uri, target) => {
    expect(pathOfAnyUri(uri)).toEqual(target);
  });

  test("never throws, whatever the text", () => {
    const uri = fc.oneof(
      fc.string({ unit: "binary" }),
      fc
        .tuple(
          fc.constantFrom("file://", "vscode-remote://", "vscode-remote://ssh-remote+"),
          fc.string(),
        )
        .map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(uri, (text) => {
        const { path, remote } = pathOfAnyUri(text);
        expect([typeof path, typeof remote].every((type) => /string|undefined/.test(type))).toBe(
          true,
        );
        expect(path).not.toBe("");
      }),
    );
  });

  test("survives what encodes a path", () => {
    const segment = fc
      .string({ unit: "grapheme", minLength: 1 })
      .map((text) => text.replace(/[\\/]/g, "_"));
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1 }), (segments) => {
        const path = `/home/${segments.join("/")}`;
        expect(pathOfAnyUri(`file://${path.split("/").map(encodeURIComponent).join("/")}`)).toEqual(
          {
            path,
          },
        );
      }),
    );
  });
});

test("the path of a URI in pieces", () => {
  const shop = { $mid: 1, path: "/home/mira/shop", scheme: "file" };
  expect(pathOfAnyUri({ ...shop, fsPath: "/home/mira/shop" })).toEqual({
    path: "/home/mira/shop",
  });
  expect(pathOfAnyUri(shop)).toEqual({ path: "/home/mira/shop" });
  expect(pathOfAnyUri({ external: "file:///c%3A/shop" })).toEqual({ path: "c:\\shop" });
  expect(
    pathOfAnyUri({
      scheme: "file",
      fsPath: "c:\\shop",
      path: "/C:/shop",
      external: "file:///c%3A/shop",
    }),
  ).toEqual({ path: "c:\\shop" });
  expect(pathOfAnyUri({ scheme: "file", authority: "nas", path: "/work/shop" })).toEqual({
    path: "\\\\nas\\work\\shop",
  });
  // Cursor on Windows writes the path of a remote folder with separators of Windows, too.
  expect(
    pathOfAnyUri({
      scheme: "vscode-remote",
      authority: "ssh-remote+forge",
      path: "/srv/shop",
      fsPath: "\\srv\\shop",
    }),
  ).toEqual({ path: "/srv/shop", remote: "ssh-remote+forge" });
  expect(pathOfAnyUri({ scheme: "untitled", path: "Untitled-1" })).toEqual({});
  expect(pathOfAnyUri({})).toEqual({});
});

test("a URI in either form", () => {
  expect(pathOfAnyUri("file:///shop")).toEqual({ path: "/shop" });
  expect(pathOfAnyUri({ path: "/shop" })).toEqual({ path: "/shop" });
  for (const none of [null, undefined, 7, []]) expect(pathOfAnyUri(none)).toEqual({});
  expect(textOfUri("file:///shop")).toBe("file:///shop");
  expect(textOfUri({ external: "file:///shop", path: "/other", scheme: "file" })).toBe(
    "file:///shop",
  );
  expect(
    textOfUri({ scheme: "vscode-remote", authority: "ssh-remote+forge", path: "/my shop" }),
  ).toBe("vscode-remote://ssh-remote%2Bforge/my%20shop");
  expect(textOfUri({ path: "/shop" })).toBeUndefined();
});
