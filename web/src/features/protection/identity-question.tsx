import { settleIdentity, useIdentityPlace } from '@/shared/api/confirm-identity';
import { useLoaded } from '@/shared/hooks/use-loaded';
import { lazyPage } from '@/shared/lib/lazy-page';

const Dialog = lazyPage(() => import('./components/identity-dialog'), 'protection');
const giveUp = () => settleIdentity(false);

/** Asks for the password where a call wants to know again who it is. It stands inside the sheet that is open. */
export function IdentityQuestion() {
  const asked = useIdentityPlace();
  return useLoaded(Dialog, asked, giveUp) && asked && <Dialog />;
}
