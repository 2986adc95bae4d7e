import { Suspense, useEffect, useMemo, useState } from 'react';
import { type SheetName, useSheet } from '@/shared/hooks/use-sheet';
import { SheetContext } from '@/shared/ui/sheet-state';
import { MEMBER_SHEETS, PUBLIC_SHEETS } from './sheets';

/** Shows the sheet that the URL names. It stays drawn until its closing movement has ended. */
export function SheetHost({ part }: { part: 'public' | 'member' }) {
  const sheets = part === 'member' ? MEMBER_SHEETS : PUBLIC_SHEETS;
  const { name, close } = useSheet();
  const [shown, setShown] = useState<SheetName>();
  const wanted = name && name in sheets ? (name as SheetName) : undefined;

  useEffect(() => {
    if (wanted) setShown(wanted);
  }, [wanted]);

  const state = useMemo(
    () => ({ open: wanted === shown && wanted !== undefined, close, closed: () => setShown(wanted) }),
    [wanted, shown, close],
  );
  const Shown = shown && sheets[shown];
  if (!Shown) return null;
  return (
    <SheetContext value={state}>
      <Suspense fallback={null}>
        <Shown key={shown} />
      </Suspense>
    </SheetContext>
  );
}
