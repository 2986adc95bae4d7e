import { useState } from 'react';
import type { Item, Opened } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { useKeys } from '@/console/kit/keys';
import { useOperator } from '@/console/kit/operator';
import { showToast } from '@/shared/ui/toaster';
import { GiveDialog } from './give-dialog';
import { useClaim } from './queries';

interface Props {
  item: Pick<Item, 'kind' | 'id' | 'claim'>;
  onOpened(opened: Opened): void;
  onReleased(): void;
}

/** Who has an item, and what the operator may do about that: take it, take it over as a chief, put it back, give it to a colleague. */
export function ClaimKeys({ item, onOpened, onReleased }: Props) {
  const { t } = useI18n();
  const me = useOperator();
  const { claim, release } = useClaim(item, onOpened);
  const mine = item.claim?.by === me.name;
  const takes = me.role !== 'auditor' && !mine && (!item.claim || me.role === 'chief');
  const failed = (error: unknown) => showToast('error', errorText(error));
  const take = () => !claim.isPending && claim.mutate(Boolean(item.claim), { onError: failed });
  const put = () => !release.isPending && release.mutate(undefined, { onSuccess: onReleased, onError: failed });
  // Money is a cashier's to give away, as it is to decide. A conversation is given away at the chat desk.
  const gives = (me.role === 'cashier' || me.role === 'chief') && (mine || takes) && item.kind !== 'chat';
  const [giving, setGiving] = useState(false);
  useKeys({ ...(takes && { c: take }), ...(mine && { u: put }), ...(gives && { h: () => setGiving(true) }) });
  return (
    <>
      {takes && (
        <Button variant="secondary" hint="c" pending={claim.isPending} onClick={take}>
          {t(item.claim ? 'queue.takeOver' : 'queue.claim')}
        </Button>
      )}
      {mine && (
        <Button variant="ghost" hint="u" pending={release.isPending} onClick={put}>
          {t('queue.release')}
        </Button>
      )}
      {gives && (
        <Button variant="ghost" hint="h" onClick={() => setGiving(true)}>
          {t('queue.give')}
        </Button>
      )}
      {giving && (
        <GiveDialog
          item={item}
          take={Boolean(item.claim) && !mine}
          onClose={() => setGiving(false)}
          onGiven={(to) => {
            setGiving(false);
            showToast('success', t('queue.given', { name: to }));
            onReleased();
          }}
        />
      )}
    </>
  );
}
