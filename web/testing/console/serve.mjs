// Serves dist-console/ with the answers of src/console/testing/all-handlers.ts: the console without its server.
//   npm run build && npm run preview:console      http://127.0.0.1:4174 (any name and password, code 123456)
import { serveFixtures } from '../serve-fixtures.mjs';

export const serveConsole = (port = 0) =>
  serveFixtures(port, process.env.KRAPAO_DIST ?? 'dist-console', '/src/console/testing/all-handlers.ts');

if (process.argv[1] === import.meta.filename) {
  const { url } = await serveConsole(Number(process.env.PORT ?? 4174));
  console.log(`${url}  (signed in as somchai.p; code 123456)`);
}
