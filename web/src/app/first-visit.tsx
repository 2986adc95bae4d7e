import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { reportAcceptance } from '@/features/content/acceptance';
import { agreementsQuery } from '@/features/content/queries';
import { useOnline } from '@/shared/hooks/use-online';
import { useSheet } from '@/shared/hooks/use-sheet';
import { agreementAccepted } from '@/shared/session/agreement';
import { cleanerQuery } from '@/shared/ui/html';

/** SPEC.md §9. */
const AGREEMENT_DELAY_MS = 1500;

/**
 * Opens the agreement on the first visit; if another sheet is open then, after that one. It waits until the agreement's
 * text can be shown: nobody can accept a text that could not be read.
 */
export function FirstVisit() {
  const { name, open } = useSheet();
  const enabled = !agreementAccepted();
  const words = useQuery({ ...agreementsQuery, enabled });
  const cleaner = useQuery({ ...cleanerQuery, enabled });
  const readable = useOnline() && cleaner.isSuccess && !!words.data?.length;
  const [due, setDue] = useState(false);
  // Accepted at an earlier visit, but the server could not be reached then.
  useEffect(() => void reportAcceptance(), []);
  useEffect(() => {
    setDue(false);
    if (name || agreementAccepted()) return;
    const timer = setTimeout(() => setDue(true), AGREEMENT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [name]);
  useEffect(() => {
    if (due && readable && !name && !agreementAccepted()) open('agreement');
  }, [due, readable, name, open]);
  return null;
}
