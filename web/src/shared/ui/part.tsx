import { onlineManager } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useReducer } from 'react';
import { forgetFailures } from '@/shared/lib/lazy-page';
import { ErrorBoundary } from './error-boundary';

interface Props {
  /** What holds the place while the code is on its way. */
  waiting: ReactNode;
  /** What stands there when the code did not come: the way on is to ask again. */
  broken(error: unknown, again: () => void): ReactNode;
  children: ReactNode;
}

/** A place for what has its code apart. Where that can't be loaded, what is around it stays. */
export function Part({ waiting, broken, children }: Props) {
  const [tries, again] = useReducer((count: number) => count + 1, 0);
  return (
    <ErrorBoundary key={tries} fallback={(error) => <Broken again={again}>{broken(error, again)}</Broken>}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** Asks again by itself when the network is back. */
function Broken({ again, children }: { again(): void; children: ReactNode }) {
  useEffect(forgetFailures, []);
  useEffect(() => onlineManager.subscribe((online) => online && again()), [again]);
  return children;
}
