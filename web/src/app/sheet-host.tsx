import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { IdentityQuestion } from '@/features/protection/identity-question';
import { useSheet } from '@/shared/hooks/use-sheet';
import type { SheetName } from '@/shared/sheets';
import { ErrorBoundary } from '@/shared/ui/error-boundary';
import { Loading } from '@/shared/ui/loading';
import { notify } from '@/shared/ui/notify';
import { SheetContext } from '@/shared/ui/sheet-state';
import { SHEETS, sheetOf } from './sheets';

/**
 * Shows the sheet that the URL names. It stays drawn until its closing animation has ended, or the next one is there.
 */
export function SheetHost({ part }: { part: 'public' | 'member' }) {
  const { name, close } = useSheet();
  const [shown, setShown] = useState<SheetName>();
  const wanted = sheetOf(name, part);
  const drawn = useDrawnOnce(shown);
  const left = useLeft(wanted, shown);

  const failed = useEffectEvent((error: unknown) => {
    notify.failure(error);
    setShown(undefined);
    close();
  });

  useEffect(() => {
    if (!wanted) return;
    let asked = true;
    Promise.all([SHEETS[wanted].sheet.load(), SHEETS[wanted].frame?.load()]).then(
      () => asked && setShown(wanted),
      (error) => asked && failed(error),
    );
    return () => {
      asked = false;
    };
  }, [wanted]);

  const state = useMemo(
    () => ({
      open: wanted !== undefined && !left,
      drawn,
      close,
      // The end of its animation may be told when the next sheet is there already.
      closed: () => setShown((now) => (now === shown ? undefined : now)),
      Frame: shown && SHEETS[shown].frame,
      // A dialog over a sheet must be inside it: elsewhere a tap on it would count as a tap outside the sheet.
      over: part === 'member' && <IdentityQuestion />,
    }),
    [wanted, left, drawn, shown, close, part],
  );
  const Shown = shown && SHEETS[shown].sheet;
  return (
    <>
      {wanted && wanted !== shown && <Coming />}
      {Shown ? (
        <ErrorBoundary key={shown} onError={failed} fallback={nothing}>
          <SheetContext value={state}>
            <Shown />
          </SheetContext>
        </ErrorBoundary>
      ) : (
        part === 'member' && <IdentityQuestion />
      )}
    </>
  );
}

const nothing = () => null;

/**
 * Reports whether there was a sheet at the last render: the first one opens with an animation, the next one replaces
 * it.
 */
function useDrawnOnce(shown: SheetName | undefined): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(shown !== undefined), [shown]);
  return drawn;
}

/**
 * Reports whether the sheet still drawn was closed and not opened again. It continues to close while the next one's
 * code loads. If it came back, an amount typed into it would be lost with it.
 */
function useLeft(wanted: SheetName | undefined, shown: SheetName | undefined): boolean {
  const [left, setLeft] = useState<SheetName>();
  const now = wanted === shown ? undefined : wanted ? left : shown;
  if (now !== left) setLeft(now);
  return now !== undefined && now === shown;
}

/** Shown while a sheet's code loads. It takes no tap, so the page below still does. */
function Coming() {
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-[calc(112px+env(safe-area-inset-bottom))] z-(--z-index-toast) grid justify-items-center">
      <Loading className="rounded-full border border-line bg-s2 px-4 py-2 text-s text-t1" />
    </div>
  );
}
