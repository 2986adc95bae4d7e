import type { SystemToken } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { FactList, Known } from '@/console/kit/fact-list';
import { scopeName } from '@/console/kit/scope';
import { State } from '@/console/kit/state';
import { useNow } from '@/console/kit/use-now';

/** One token: whose it is, what it may, and how long it counts. */
export function TokenRow({ token, onEnd }: { token: SystemToken; onEnd(): void }) {
  const { t } = useI18n();
  const { id, role, scopes, addresses, madeBy, second, madeAt, endsAt, seenAt, endedAt, endedBy, may } = token;
  const over = Date.parse(endsAt) <= useNow();
  return (
    <li className="grid gap-2 border-t border-line py-3 first:border-t-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 font-mono font-semibold wrap-anywhere">{id}</h3>
        <State tone={endedAt || over ? 'grey' : 'jade'}>
          {t(endedAt ? 'token.ended' : over ? 'token.over' : 'token.counts')}
        </State>
      </div>
      <FactList>
        <Known name={t('staff.role')}>{t(`role.${role}`)}</Known>
        <Known name={t('token.scopes')}>{scopes.map(scopeName).join('\n')}</Known>
        {addresses.length > 0 && <Known name={t('token.addresses')}>{addresses.join('\n')}</Known>}
        <Known name={t('token.madeBy')}>
          {madeBy} · {second} · <Moment at={madeAt} />
        </Known>
        <Known name={t('token.seenAt')}>{seenAt ? <Moment at={seenAt} /> : t('token.unused')}</Known>
        <Known name={t('token.endsAt')}>
          <Moment at={endsAt} />
        </Known>
        {endedAt && (
          <Known name={t('token.endedBy')}>
            {endedBy} · <Moment at={endedAt} />
          </Known>
        )}
      </FactList>
      {may.includes('endToken') && !over && (
        <div>
          <Button variant="secondary" onClick={onEnd}>
            {t('token.end')}
          </Button>
        </div>
      )}
    </li>
  );
}
