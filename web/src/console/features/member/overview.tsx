import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ShownMember } from '@/console/api/contract';
import { DecisionDialog } from '@/console/decision/decision-dialog';
import { lookUp, useI18n } from '@/console/i18n';
import { Age, Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { Panel } from '@/console/kit/panel';
import { invalidate } from '@/shared/api/invalidate';
import { baht, grouped } from '@/shared/lib/money';
import { END_CONDITION } from './calls';
import { Flags } from './flags';
import { Line, Sum, Sums, signed } from './sums';
import { UnderWayPanel } from './under-way';

/** What a member has, what is under way and why, and who it is. */
export function Overview({ shown }: { shown: ShownMember }) {
  return (
    <>
      {shown.member.flags.length > 0 && <Flags shown={shown} />}
      <UnderWayPanel rows={shown.underWay} />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <div className="grid gap-4">
          <MoneyPanel shown={shown} />
          {shown.condition && <ConditionPanel shown={shown} condition={shown.condition} />}
        </div>
        <div className="grid gap-4">
          <GamesPanel games={shown.games} />
          <PersonPanel shown={shown} />
        </div>
      </div>
    </>
  );
}

function MoneyPanel({ shown: { wallet, purses, life } }: { shown: ShownMember }) {
  const { t } = useI18n();
  return (
    <Panel title={t('member.money')}>
      <Sums>
        <Sum name={t('member.wallet')} amount={wallet.amount} />
        <Sum name={t('member.reserved')} amount={wallet.reserved} />
        <Sum name={t('member.held')} amount={wallet.held} />
        <Sum name={t('member.owed')} amount={wallet.owed} />
      </Sums>
      <Apart>
        <Sum name={t('member.invite')} amount={purses.invite} />
        <Sum name={t('member.refund')} amount={purses.refund} />
        <Line name={t('member.coins')}>
          <span className={purses.usableCoins + purses.pendingCoins === 0 ? 'text-t3' : 'font-semibold'}>
            {t('member.coinsOf', {
              usable: grouped(String(purses.usableCoins)),
              pending: grouped(String(purses.pendingCoins)),
            })}
          </span>
        </Line>
      </Apart>
      <Apart>
        <Sum name={t('member.deposits')} amount={life.deposits} />
        <Sum name={t('member.withdrawals')} amount={life.withdrawals} />
        <Sum name={t('member.net')} amount={life.net} />
      </Apart>
    </Panel>
  );
}

/** Further lines of a panel, of another subject. */
function Apart({ children }: { children: ReactNode }) {
  return (
    <div className="mt-2 border-t border-line pt-1">
      <Sums>{children}</Sums>
    </div>
  );
}

function GamesPanel({ games }: Pick<ShownMember, 'games'>) {
  const { t } = useI18n();
  return (
    <Panel title={t('member.games')}>
      {games.length === 0 && <p className="py-2 text-t2">{t('member.noGames')}</p>}
      <ul className="grid">
        {games.map(({ code, name, provider, username, amount, result, readAt, checkedSince }) => (
          <li key={code} className="grid border-t border-line py-2 first:border-t-0">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0">{name}</span>
              <span className={`tabular-nums ${amount === 0 ? 'text-t3' : 'font-semibold'}`}>{baht(amount)}</span>
            </p>
            <p className="flex flex-wrap justify-between gap-x-4 text-s text-t3">
              <span className="min-w-0 break-all">{`${provider} · ${username}`}</span>
              <span>{readAt ? <ReadAt at={readAt} /> : t('member.neverRead')}</span>
            </p>
            {readAt && <p className="text-s text-t2 tabular-nums">{t('tab.result', { amount: signed(result) })}</p>}
            {checkedSince && (
              <p className="text-s text-coral">
                {t('member.checked')} <Age since={checkedSince} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function ReadAt({ at }: { at: string }) {
  const { t } = useI18n();
  return (
    <>
      {t('member.read')} <Age since={at} />
    </>
  );
}

interface ConditionProps {
  shown: ShownMember;
  condition: NonNullable<ShownMember['condition']>;
}

function ConditionPanel({ shown: { member, may, state }, condition }: ConditionProps) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [ends, setEnds] = useState(false);
  const reread = () => void invalidate(client, ['member']);
  const { source, campaign, credit, position, target, turned, required, returns, expiresAt } = condition;
  return (
    <Panel title={t('member.condition')} aside={lookUp(`condition.${condition.state}`) ?? condition.state}>
      <Sums>
        <Line name={lookUp(`source.${source}`) ?? source}>{campaign}</Line>
        <Sum name={t('member.credit')} amount={credit} />
        <Line name={t('member.position')}>{t('member.of', { have: baht(position), want: baht(target) })}</Line>
        {required > 0 && (
          <Line name={t('member.turned')}>{t('member.of', { have: baht(turned), want: baht(required) })}</Line>
        )}
        <Sum name={t('member.returns')} amount={returns} />
        <Line name={t('member.expires')}>
          <Moment at={expiresAt} />
        </Line>
      </Sums>
      {condition.state === 'active' && may.includes('endMemberCondition') && (
        <div className="mt-2">
          <Button variant="danger" onClick={() => setEnds(true)}>
            {t('act.endCondition')}
          </Button>
        </div>
      )}
      {ends && (
        <DecisionDialog
          call={END_CONDITION}
          choice={{ call: 'endMemberCondition', two: true, evidence: 'grounds' }}
          subject={{ id: member.id, condition: condition.id }}
          seen={state}
          onEnd={() => setEnds(false)}
          onDone={reread}
          onChanged={reread}
        >
          <p className="font-semibold">{member.name}</p>
        </DecisionDialog>
      )}
    </Panel>
  );
}

function PersonPanel({ shown: { bank, profile, security } }: { shown: ShownMember }) {
  const { t } = useI18n();
  return (
    <Panel title={t('member.person')}>
      <Sums>
        <Line name={t('member.bank')}>{`${bank.code} ${bank.number}`}</Line>
        <Line name={t('member.holder')}>{bank.holder}</Line>
        <Line name={t('member.registered')}>
          <Moment at={profile.registeredAt} />
        </Line>
        {profile.source && <Line name={t('member.source')}>{profile.source}</Line>}
        {profile.inviter && <Line name={t('member.inviter')}>{profile.inviter}</Line>}
      </Sums>
      <Apart>
        <When name={t('member.lastLogin')} at={security.lastLogin} />
        <When name={t('member.secured')} at={security.securedAt} />
        <When name={t('member.reset')} at={security.resetAt} />
      </Apart>
    </Panel>
  );
}

function When({ name, at }: { name: string; at: string | null }) {
  const { t } = useI18n();
  return <Line name={name}>{at ? <Moment at={at} /> : <span className="text-t3">{t('member.never')}</span>}</Line>;
}
