import { onlineManager } from '@tanstack/react-query';
import { type ReactNode, Suspense, useLayoutEffect, useReducer } from 'react';
import { forgetFailures } from '@/shared/lib/lazy-page';
import { ErrorBoundary } from './error-boundary';

interface Props {
  /** The placeholder while the code loads. */
  waiting: ReactNode;
  /** The replacement when the code failed to load; it offers a retry. */
  broken(error: unknown, again: () => void): ReactNode;
  children: ReactNode;
}

/** A place for a part with separate code. If that fails to load, everything around it stays. */
export function Part({ waiting, broken, children }: Props) {
  const [tries, again] = useReducer((count: number) => count + 1, 0);
  return (
    <ErrorBoundary key={tries} fallback={(error) => <Broken again={again}>{broken(error, again)}</Broken>}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** Retries by itself when the network returns. */
function Broken({ again, children }: { again(): void; children: ReactNode }) {
  // A network that returns while this is being painted would be missed by a later effect.
  useLayoutEffect(() => {
    forgetFailures();
    return onlineManager.subscribe((online) => online && again());
  }, [again]);
  return children;
}
