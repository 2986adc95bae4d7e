import type { Plugin } from 'vite';

/**
 * Which files go where. Left to itself the bundler cuts what screens share into dozens of pieces, one for each set of pages
 * that share a part: small pieces compress worse, and over HTTP/1.1 a phone fetches six at a time. The rule reads the graph
 * of imports, so that a file goes where it is used, and none is named.
 */

/** What a file imports, by the ids of the bundler. */
export interface Imports {
  /** Comes with it. */
  statically: readonly string[];
  /** Comes later: a page, a sheet, a part of one. */
  lazily: readonly string[];
  /** The page itself. */
  entry: boolean;
}

/** What so many parts share is the kit's: with fewer, home loads what it has no use for; with more, there are more files. */
const MOST = 4;

export type Chunk = 'vendor' | 'base' | 'kit';

const isLibrary = (id: string) => id.includes('/node_modules/');
const isOurs = (id: string) => id.includes('/src/') && !isLibrary(id);
const isTexts = (id: string) => id.includes('/i18n/locales/');

/**
 * The chunk of each file that has one of these:
 *   vendor   the libraries that the first screen stands on: a deploy of ours leaves them in the phone's cache
 *   base     our files that the first screen stands on, and others as well
 *   kit      what many parts stand on beside that, as long as it brings no library of its own
 * All else stays with the part that asks for it.
 */
export function chunksOf(graph: ReadonlyMap<string, Imports>): Map<string, Chunk> {
  const reached = (id: string, seen = new Set<string>()) => {
    if (seen.has(id)) return seen;
    seen.add(id);
    for (const child of graph.get(id)?.statically ?? []) reached(child, seen);
    return seen;
  };
  const ids = [...graph.keys()];
  const first = new Set(ids.filter((id) => graph.get(id)?.entry).flatMap((id) => [...reached(id)]));
  const parts = new Set(ids.flatMap((id) => graph.get(id)?.lazily ?? []).filter((id) => isOurs(id) && !isTexts(id)));
  const users = new Map<string, number>();
  for (const part of parts) for (const id of reached(part)) users.set(id, (users.get(id) ?? 0) + 1);
  const bringsLibrary = (id: string) => [...reached(id)].some((one) => isLibrary(one) && !first.has(one));

  const chunks = new Map<string, Chunk>();
  for (const id of ids) {
    const used = users.get(id) ?? 0;
    if (first.has(id) && isLibrary(id)) chunks.set(id, 'vendor');
    else if (first.has(id) && isOurs(id) && used > 0) chunks.set(id, 'base');
    else if (!first.has(id) && isOurs(id) && used >= MOST && !bringsLibrary(id)) chunks.set(id, 'kit');
  }
  return chunks;
}

let chunks = new Map<string, Chunk>();

/** Reads the graph once it is whole. */
export const readGraph: Plugin = {
  name: 'krapao-chunks',
  apply: 'build',
  buildEnd() {
    const graph = new Map<string, Imports>();
    for (const id of this.getModuleIds()) {
      const info = this.getModuleInfo(id);
      if (info)
        graph.set(id, { statically: info.importedIds, lazily: info.dynamicallyImportedIds, entry: info.isEntry });
    }
    chunks = chunksOf(graph);
  },
};

export const CHUNKS = (['vendor', 'base', 'kit'] as const).map((name, place) => ({
  name,
  priority: 3 - place,
  test: (id: string) => chunks.get(id) === name,
}));
