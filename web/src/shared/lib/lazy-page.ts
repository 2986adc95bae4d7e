import { type ComponentProps, type ComponentType, createElement, lazy, useState } from 'react';
import { loadTexts } from '@/shared/i18n';
import type { Group } from '@/shared/i18n/types';
import { tab } from '@/shared/session/storage';

const RELOADED_AT = 'chunk-reloaded-at';
/** A second failure this soon is not a deploy: it is shown. */
const AGAIN_AFTER_MS = 60_000;

// biome-ignore lint/suspicious/noExplicitAny: React.lazy itself is typed by ComponentType<any>
type AnyComponent = ComponentType<any>;

/**
 * A page or sheet in a chunk of its own, with the groups of texts it speaks.
 * After a deploy the old chunks are gone: then the page is reloaded, once, to get the new ones.
 */
export function lazyPage<C extends AnyComponent>(load: () => Promise<{ default: C }>, ...texts: Group[]) {
  let ready: C | undefined;
  const fetchAll = async () => {
    const [page] = await Promise.all([load(), loadTexts(...texts)]);
    ready = page.default;
    return page;
  };
  const Late = lazy(() => fetchAll().catch(reloadOnce));
  const page = (props: ComponentProps<C>) => createElement(Picked, { pick: () => ready ?? Late, props });
  /** Fetches the chunk ahead: on idle, or when a finger comes down on its link. */
  return Object.assign(page, { prefetch: () => fetchAll().then(ignore, ignore) });
}

interface Picking {
  pick(): AnyComponent;
  props: object;
}

/** What is there already is drawn at once: a lazy component's stand-in would be shown first, for a third of a second. */
function Picked({ pick, props }: Picking) {
  const [Shown] = useState<AnyComponent>(pick);
  return createElement(Shown, props);
}

const ignore = () => undefined;

/** Exported for its test. */
export function reloadOnce(error: unknown): Promise<never> {
  const last = Number(tab.get(RELOADED_AT) ?? 0);
  if (Date.now() - last < AGAIN_AFTER_MS || !navigator.onLine) throw error;
  tab.set(RELOADED_AT, String(Date.now()));
  location.reload();
  // Nothing more is drawn: the reload takes over.
  return new Promise(() => undefined);
}
