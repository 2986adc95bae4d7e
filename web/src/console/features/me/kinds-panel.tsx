import { useI18n } from '@/console/i18n';
import { KINDS } from '@/console/kit/kinds';
import { useOwnKinds } from '@/console/kit/operator';
import { Notice } from '@/shared/ui/notice';
import { keepKinds } from './queries';
import { useChange } from './use-change';

/** Which kinds of the queue come to the operator by "Next", in every browser; none: all of them. */
export function KindsPanel() {
  const { t } = useI18n();
  const own = useOwnKinds();
  const keep = useChange(keepKinds);
  // What was just pressed holds before it is read again.
  const chosen = keep.variables ?? own;
  const press = (kind: string) =>
    keep.mutate(chosen.includes(kind) ? chosen.filter((one) => one !== kind) : [...chosen, kind]);
  return (
    <div className="grid gap-3">
      <p className="text-t2">{t('me.kindsLead')}</p>
      {keep.why && <Notice tone="error">{keep.why}</Notice>}
      <ul className="grid gap-x-4 sm:grid-cols-2">
        {KINDS.map((kind) => (
          <li key={kind}>
            <label className="target inline-flex cursor-pointer items-center gap-2">
              <input
                type="checkbox"
                className="size-4 accent-gold"
                checked={chosen.includes(kind)}
                disabled={keep.isPending}
                onChange={() => press(kind)}
              />
              {t(`kind.${kind}`)}
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}
