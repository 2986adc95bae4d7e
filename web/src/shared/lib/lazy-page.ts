import { type ComponentProps, type ComponentType, createElement, lazy, useState } from 'react';
import { ApiError, NETWORK } from '@/shared/api/error';
import { loadTexts } from '@/shared/i18n';
import type { Group } from '@/shared/i18n/types';
import { tab } from '@/shared/session/storage';

const RELOADED_AT = 'chunk-reloaded-at';
/** A second failure this soon is not a deploy: it is shown. */
const AGAIN_AFTER_MS = 60_000;

// biome-ignore lint/suspicious/noExplicitAny: React.lazy itself is typed by ComponentType<any>
type AnyComponent = ComponentType<any>;

/** A failed lazy component fails for ever: a retry needs a new one. */
const failures = new Set<() => void>();

/** Call it once the member has seen the failure; earlier, React itself would retry again and again. */
export function forgetFailures(): void {
  for (const forget of failures) forget();
  failures.clear();
}

/**
 * A page or sheet in a chunk of its own, with its groups of texts. After a deploy the old chunks are gone: then the
 * page is reloaded, once, to get the new ones.
 */
export function lazyPage<C extends AnyComponent>(load: () => Promise<{ default: C }>, ...texts: Group[]) {
  let ready: C | undefined;
  const fetchAll = async () => {
    const [page] = await Promise.all([load(), loadTexts(...texts)]);
    ready = page.default;
    return page;
  };
  const fetchNow = () => fetchAll().catch(reloadOnce);
  const late = () =>
    lazy(() =>
      fetchNow().catch((error) => {
        failures.add(() => {
          Late = late();
        });
        throw error;
      }),
    );
  let Late = late();
  const page = (props: ComponentProps<C>) => createElement(Picked, { pick: () => ready ?? Late, props });
  return Object.assign(page, {
    /** Prefetches the chunk: when idle, or when a finger touches its link. */
    prefetch: () => fetchAll().then(ignore, ignore),
    /** Fetches the chunk that is needed now. It fails with NETWORK. */
    load: async () => {
      if (!ready) await fetchNow();
    },
  });
}

interface Picking {
  pick(): AnyComponent;
  props: object;
}

/** A loaded page is drawn at once: a lazy component would show its placeholder first, for a third of a second. */
function Picked({ pick, props }: Picking) {
  const [Shown] = useState<AnyComponent>(pick);
  return createElement(Shown, props);
}

const ignore = () => undefined;

/** Exported for its test. */
export function reloadOnce(error: unknown): Promise<never> {
  const last = Number(tab.get(RELOADED_AT) ?? 0);
  if (Date.now() - last < AGAIN_AFTER_MS || !navigator.onLine) throw new ApiError(NETWORK, 0, { cause: String(error) });
  tab.set(RELOADED_AT, String(Date.now()));
  location.reload();
  // Renders nothing more: the page reloads.
  return new Promise(() => undefined);
}
