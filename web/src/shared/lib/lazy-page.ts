import { type ComponentType, lazy } from 'react';
import { loadTexts } from '@/shared/i18n';
import type { Group } from '@/shared/i18n/types';
import { tab } from '@/shared/session/storage';

const RELOADED_AT = 'chunk-reloaded-at';
/** A second failure this soon is not a deploy: it is shown. */
const AGAIN_AFTER_MS = 60_000;

/**
 * A page or sheet in a chunk of its own, with the groups of texts it speaks.
 * After a deploy the old chunks are gone: then the page is reloaded, once, to get the new ones.
 */
// biome-ignore lint/suspicious/noExplicitAny: React.lazy itself is typed by ComponentType<any>
export function lazyPage<C extends ComponentType<any>>(load: () => Promise<{ default: C }>, ...texts: Group[]) {
  const fetchAll = async () => {
    const [page] = await Promise.all([load(), loadTexts(...texts)]);
    return page;
  };
  const page = lazy(() => fetchAll().catch(reloadOnce));
  /** Fetches the chunk ahead: on idle, or when a finger comes down on its link. */
  return Object.assign(page, { prefetch: () => void fetchAll().catch(() => undefined) });
}

/** Exported for its test. */
export function reloadOnce(error: unknown): Promise<never> {
  const last = Number(tab.get(RELOADED_AT) ?? 0);
  if (Date.now() - last < AGAIN_AFTER_MS || !navigator.onLine) throw error;
  tab.set(RELOADED_AT, String(Date.now()));
  location.reload();
  // Nothing more is drawn: the reload takes over.
  return new Promise(() => undefined);
}
