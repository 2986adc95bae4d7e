import { type Mutation, useIsFetching, useIsMutating } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { useIdentityAsked } from '@/shared/api/confirm-identity';
import { useDelayedFlag } from '@/shared/hooks/use-delayed-flag';
import { useOnline } from '@/shared/hooks/use-online';
import { useI18n } from '@/shared/i18n';
import { Spinner } from '@/shared/ui/spinner';

/** After this time the app says that it still waits. */
const SLOW_MS = 5000;

/** Uploads show their own progress, and take longer. */
const isUpload = ({ options }: Mutation) => options.meta?.upload === true;

/**
 * Says that the app still waits for an answer. It is shown over a sheet too, as a pill that takes no space and no tap.
 */
export default function SlowHint() {
  const { t } = useI18n();
  const asked = useIsFetching();
  const sent = useIsMutating({ predicate: (mutation) => !isUpload(mutation as Mutation) });
  const online = useOnline();
  // While the member is asked for the password, the server is not what is slow.
  const question = useIdentityAsked();
  const slow = useDelayedFlag(asked + sent > 0 && !question, SLOW_MS) && online;
  return createPortal(
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-[calc(60px+env(safe-area-inset-top))] z-(--z-index-toast) grid justify-items-center"
    >
      {slow && (
        <p className="flex items-center gap-2 rounded-full border border-line bg-s2 px-3 py-1 text-xs text-t1">
          <Spinner />
          {t('slow.hint')}
        </p>
      )}
    </div>,
    document.body,
  );
}
