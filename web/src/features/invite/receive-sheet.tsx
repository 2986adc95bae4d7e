import { useEffect } from 'react';
import { useSheetState } from '@/shared/ui/sheet-state';
import { ReceiveQuestion } from './components/receive-question';

/** `?sheet=receive`: home's button asks at once, without the invite sheet before it. */
export default function ReceiveSheet() {
  const { open, close, closed } = useSheetState();
  // A question has no closing animation for the host to wait for.
  useEffect(() => {
    if (!open) closed();
  }, [open, closed]);
  return <ReceiveQuestion open={open} onClose={close} />;
}
