import { useEffect } from 'react';
import { tellAcceptance } from '@/features/content/acceptance';
import { useSheet } from '@/shared/hooks/use-sheet';
import { agreementAccepted } from '@/shared/session/agreement';

/** SPEC.md §9. */
const AGREEMENT_DELAY_MS = 1500;

/** Opens the agreement on the first visit; when the member is in another sheet by then, after that one. */
export function FirstVisit() {
  const { name, open } = useSheet();
  // Accepted at an earlier visit, and the server could not be told then.
  useEffect(() => void tellAcceptance(), []);
  useEffect(() => {
    if (name || agreementAccepted()) return;
    const timer = setTimeout(() => open('agreement'), AGREEMENT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [name, open]);
  return null;
}
