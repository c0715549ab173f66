import { createHash } from "node:crypto";
import { createServer } from "node:http";

/**
 * A registry on this machine that has the packed packages, as if they were published, and sends
 * whoever asks for another one on to `upstream`. Gives its url and the function that ends it.
 */
export async function startRegistry(packages, upstream) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url.slice(1));
    const archive = packages.find((packed) => path === `archives/${packed.archive}`);
    const asked = packages.find((packed) => path === packed.name);
    // Another registry will have this port one day, and the cache outlives them.
    response.setHeader("cache-control", "no-store");
    if (archive) response.end(archive.bytes);
    else if (asked) response.end(JSON.stringify(published(asked, request.headers.host)));
    else response.writeHead(307, { location: new URL(request.url.slice(1), upstream).href }).end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    stop: () => server.close().closeAllConnections(),
  };
}

/** The answer of a registry about a package with one version. */
function published({ name, manifest, archive, bytes }, host) {
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  const dist = { tarball: `http://${host}/archives/${archive}`, integrity };
  const { version } = manifest;
  return { name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } };
}
