import type { Plugin } from 'vite';

/**
 * Decides which files go into which chunk. By default the bundler makes dozens of small chunks, one for each set of
 * pages that share a file. Small chunks compress worse, and over HTTP/1.1 a phone fetches six files at a time. The rule
 * reads the import graph, so a file goes where it is used, and no file is named here.
 */

/** A module's imports, by the bundler's ids. */
export interface Imports {
  /** Static imports, loaded with the module. */
  statically: readonly string[];
  /** Dynamic imports, loaded later: a page, a sheet, a part of one. */
  lazily: readonly string[];
  /** The entry of the app. */
  entry: boolean;
}

/**
 * A file that this many parts share goes into `kit`. With a lower number home loads what it does not need; with a
 * higher one there are more files.
 */
const MOST = 4;

export type Chunk = 'vendor' | 'base' | 'kit';

const isLibrary = (id: string) => id.includes('/node_modules/');
const isOurs = (id: string) => id.includes('/src/') && !isLibrary(id);
const isTexts = (id: string) => id.includes('/i18n/locales/');

/**
 * The chunk of each file that has one of these:
 *   vendor   the libraries of the first screen: a deploy of ours leaves them in the phone's cache
 *   base     our files that the first screen needs, and others need as well
 *   kit      other files that many parts share, as long as they bring no library of their own
 * Any other file stays with the part that imports it.
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

/** Reads the import graph once it is complete. */
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
