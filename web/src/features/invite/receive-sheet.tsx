import { useEffect, useRef } from 'react';
import { useWallet } from '@/features/wallet/queries';
import { useSheetState } from '@/shared/ui/sheet-state';
import { ReceiveQuestion } from './components/receive-question';

/** `?sheet=receive`: home's button asks at once, without the invite sheet before it. */
export default function ReceiveSheet() {
  const { open, close, closed } = useSheetState();
  // A question has no closing movement that the host would have to wait for.
  useEffect(() => {
    if (!open) closed();
  }, [open, closed]);
  useCloseIfEmpty(close);
  return <ReceiveQuestion open={open} onClose={close} />;
}

/** An old link may ask when there is nothing to receive. Only at first: what is received now closes by its answer. */
function useCloseIfEmpty(close: () => void) {
  const amount = useWallet().data?.invite.amount;
  const looked = useRef(false);
  useEffect(() => {
    if (amount === undefined || looked.current) return;
    looked.current = true;
    if (amount <= 0) close();
  }, [amount, close]);
}
