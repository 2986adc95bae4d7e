import { type Mutation, useIsFetching, useIsMutating } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { useIdentityAsked } from '@/shared/api/confirm-identity';
import { useDelayedFlag } from '@/shared/hooks/use-delayed-flag';
import { useOnline } from '@/shared/hooks/use-online';
import { useI18n } from '@/shared/i18n';
import { Spinner } from '@/shared/ui/spinner';

/** An answer that takes longer is worth a word. */
const SLOW_MS = 5000;

/** Uploads tell how far they are, and take their time. */
const isUpload = ({ options }: Mutation) => options.meta?.upload === true;

/** Says that the app still waits for an answer: also over a sheet, where a pill takes no place and no tap. */
export default function SlowHint() {
  const { t } = useI18n();
  const asked = useIsFetching();
  const sent = useIsMutating({ predicate: (mutation) => !isUpload(mutation as Mutation) });
  const online = useOnline();
  // While the member is asked for the password, it is not the server that is slow.
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
