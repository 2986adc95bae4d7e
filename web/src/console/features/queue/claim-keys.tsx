import type { Item, Opened } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { useKeys } from '@/console/kit/keys';
import { useOperator } from '@/console/kit/operator';
import { showToast } from '@/shared/ui/toaster';
import { useClaim } from './queries';

interface Props {
  item: Pick<Item, 'kind' | 'id' | 'claim'>;
  onOpened(opened: Opened): void;
  onReleased(): void;
}

/** Who has an item, and what the operator may do about that: take it, take it over as a chief, put it back. */
export function ClaimKeys({ item, onOpened, onReleased }: Props) {
  const { t } = useI18n();
  const me = useOperator();
  const { claim, release } = useClaim(item, onOpened);
  const mine = item.claim?.by === me.name;
  const takes = me.role !== 'auditor' && !mine && (!item.claim || me.role === 'chief');
  const failed = (error: unknown) => showToast('error', errorText(error));
  const take = () => !claim.isPending && claim.mutate(Boolean(item.claim), { onError: failed });
  const put = () => !release.isPending && release.mutate(undefined, { onSuccess: onReleased, onError: failed });
  useKeys({ ...(takes && { c: take }), ...(mine && { u: put }) });
  if (takes)
    return (
      <Button variant="secondary" hint="c" pending={claim.isPending} onClick={take}>
        {t(item.claim ? 'queue.takeOver' : 'queue.claim')}
      </Button>
    );
  if (!mine) return null;
  return (
    <Button variant="ghost" hint="u" pending={release.isPending} onClick={put}>
      {t('queue.release')}
    </Button>
  );
}
