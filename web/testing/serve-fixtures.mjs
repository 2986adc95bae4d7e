// Serves dist/ with the answers of src/testing/handlers.ts: the app without its server, for looking at screens.
//   npm run build && npm run preview      http://127.0.0.1:4173
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { getResponse } from 'msw';
import { createServer as createVite } from 'vite';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain',
};

/** The build to serve; a different one if somebody is using dist/. */
const DIST = process.env.KRAPAO_DIST ?? 'dist';

/** The same policy as the Go server's, so that pages that break it are noticed here. */
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: blob: https:; media-src 'self' blob: https:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self' https:; frame-ancestors 'none'; base-uri 'none'; object-src 'none'";

export async function serveFixtures(port = 0, dist = DIST, source = '/src/testing/all-handlers.ts') {
  const vite = await createVite({
    server: { middlewareMode: true, hmr: false, ws: false },
    appType: 'custom',
    logLevel: 'error',
  });
  const { allHandlers: handlers } = await vite.ssrLoadModule(source);
  const server = createServer(async (incoming, outgoing) => {
    try {
      await answer({ handlers, dist }, incoming, outgoing);
    } catch (error) {
      outgoing.writeHead(500).end(String(error));
    }
  });
  // A connection is not closed while another request uses it.
  server.keepAliveTimeout = 600_000;
  const listen = (at) => new Promise((ready) => server.listen(at, '127.0.0.1', ready));
  const taken = new Promise((resolve) => server.once('error', resolve));
  // Another run uses it: any free port will do.
  await Promise.race([listen(port), taken.then(() => listen(0))]);
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await vite.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, stop, vite };
}

async function answer({ handlers, dist }, incoming, outgoing) {
  const url = new URL(incoming.url, 'http://127.0.0.1');
  if (/^\/(api|files)\//.test(url.pathname) || url.pathname === '/config.json')
    return fromHandlers(handlers, url, incoming, outgoing);
  const file = join(dist, normalize(url.pathname));
  const found = extname(file) && existsSync(file) ? file : undefined;
  if (!found && extname(file)) return outgoing.writeHead(404).end();
  const path = found ?? join(dist, 'index.html');
  const headers = {
    'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
    'Content-Security-Policy': CSP,
  };
  headers['Cache-Control'] = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  const accepted = incoming.headers['accept-encoding'] ?? '';
  for (const [encoding, suffix] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ]) {
    if (!accepted.includes(encoding) || !existsSync(path + suffix)) continue;
    outgoing.writeHead(200, { ...headers, 'Content-Encoding': encoding }).end(readFileSync(path + suffix));
    return;
  }
  outgoing.writeHead(200, headers).end(readFileSync(path));
}

async function fromHandlers(handlers, url, incoming, outgoing) {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = chunks.length ? Buffer.concat(chunks) : undefined;
  const request = new Request(url, { method: incoming.method, headers: incoming.headers, ...(body && { body }) });
  const response = await getResponse(handlers, request);
  if (!response) return outgoing.writeHead(404, { 'Content-Type': 'application/json' }).end('{"message":"NO_DATA"}');
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

if (process.argv[1] === import.meta.filename) {
  const { url } = await serveFixtures(Number(process.env.PORT ?? 4173));
  console.log(`${url}  (any phone number, password "password1", code 123456)`);
}
