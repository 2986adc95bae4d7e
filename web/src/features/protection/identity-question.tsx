import { answerIdentity, useIdentityPlace } from '@/shared/api/confirm-identity';
import { useLoaded } from '@/shared/hooks/use-loaded';
import { lazyPage } from '@/shared/lib/lazy-page';

const Dialog = lazyPage(() => import('./components/identity-dialog'), 'protection');
const giveUp = () => answerIdentity(false);

/** Asks for the password when a request requires proof of identity. It is drawn inside the open sheet. */
export function IdentityQuestion() {
  const asked = useIdentityPlace();
  return useLoaded(Dialog, asked, giveUp) && asked && <Dialog />;
}
