import { lazy, Suspense } from 'react';
import { useIdentityPlace } from '@/shared/api/confirm-identity';
import { loadTexts } from '@/shared/i18n';

const Dialog = lazy(async () => {
  const [dialog] = await Promise.all([import('./components/identity-dialog'), loadTexts('protection')]);
  return dialog;
});

/** Asks for the password where a call wants to know again who it is. It stands inside the sheet that is open. */
export function IdentityQuestion() {
  const asked = useIdentityPlace();
  return asked ? (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  ) : null;
}
