import { codeText, errorText } from '@/shared/api/error-text';
import type { MovedAll } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { intoView } from '@/shared/lib/into-view';
import { Amount } from '@/shared/ui/amount';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { Status } from '@/shared/ui/status';
import { useBringBack } from '../queries';
import { type Place, whyNotEmptied } from '../rules';

/** Moves all money in the games back into the wallet, with a result for each game. */
export function BringBack({ games }: { games: Place[] }) {
  const { t } = useI18n();
  const bringBack = useBringBack();
  const moved = bringBack.data?.moved ?? [];
  if (games.length === 0) return null;
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <Button
        variant="secondary"
        block
        needsNetwork
        icon="wallet"
        pending={bringBack.isPending}
        onClick={() => bringBack.mutate()}
      >
        {bringBack.isPending ? t('transfer.moving') : t('transfer.bringBack')}
      </Button>
      {bringBack.isError && (
        <div ref={intoView}>
          <Notice tone="error" title={t('transfer.failed')}>
            {errorText(bringBack.error)}
          </Notice>
        </div>
      )}
      {bringBack.data && (
        <div ref={intoView}>
          <Notice
            announced
            tone={allCame(bringBack.data) ? 'success' : 'warning'}
            title={t(allCame(bringBack.data) ? 'transfer.done' : 'transfer.partly')}
          >
            <ul className="grid gap-3 pt-1">
              {moved.map((leg) => (
                <Leg key={leg.from} leg={leg} name={games.find((game) => game.code === leg.from)?.name ?? leg.from} />
              ))}
            </ul>
          </Notice>
        </div>
      )}
    </div>
  );
}

const allCame = ({ moved }: MovedAll) => moved.every((leg) => leg.status === 'SUCCESS');

/** One game's result: how much, whether it came, and if not, why and where it is. */
function Leg({ leg, name }: { leg: MovedAll['moved'][number]; name: string }) {
  const { t } = useI18n();
  const why = whyNotEmptied(leg);
  return (
    <li>
      <p className="flex items-baseline justify-between gap-3 text-t1">
        <span className="min-w-0 truncate">{name}</span>
        <Amount value={leg.amount} />
      </p>
      <Status value={leg.status} />
      {leg.status !== 'SUCCESS' && <p>{why ? t(why) : codeText(leg.message)}</p>}
    </li>
  );
}
