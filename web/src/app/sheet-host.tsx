import { Suspense, useEffect, useMemo, useState } from 'react';
import { IdentityQuestion } from '@/features/protection/identity-question';
import { type SheetName, useSheet } from '@/shared/hooks/use-sheet';
import { SheetContext } from '@/shared/ui/sheet-state';
import { FRAMES, MEMBER_SHEETS, PUBLIC_SHEETS } from './sheets';

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
    () => ({
      open: wanted === shown && wanted !== undefined,
      close,
      closed: () => setShown(wanted),
      Frame: shown && FRAMES[shown],
      // A dialog over a sheet has to stand inside it: elsewhere a tap on it would be one beside the sheet.
      over: part === 'member' && <IdentityQuestion />,
    }),
    [wanted, shown, close, part],
  );
  const Shown = shown && sheets[shown];
  if (!Shown) return part === 'member' ? <IdentityQuestion /> : null;
  return (
    <SheetContext value={state}>
      <Suspense fallback={null}>
        <Shown key={shown} />
      </Suspense>
    </SheetContext>
  );
}
