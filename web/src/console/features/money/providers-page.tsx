import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { GameProvider, HouseBudget } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Age, Moment } from '@/console/kit/age';
import { FactList, Known } from '@/console/kit/fact-list';
import { LINK } from '@/console/kit/link';
import { Loaded } from '@/console/kit/loaded';
import { Panel } from '@/console/kit/panel';
import { State } from '@/console/kit/state';
import { formatDay } from '@/console/kit/time';
import { accountAddress } from './address';
import { Amount } from './amount';
import { MoneyFrame } from './frame';
import { budgetsQuery, providersQuery } from './queries';

/** How each provider's transfers and days agree with ours, and what accounts of the house may still pay. */
export default function ProvidersPage() {
  const { t } = useI18n();
  const providers = useQuery(providersQuery);
  const budgets = useQuery(budgetsQuery);
  return (
    <MoneyFrame at="/money/providers">
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Panel title={t('providers.title')} aside={t('providers.node')}>
          <Loaded query={providers}>
            {(all) => (
              <ul className="grid">
                {all.map((one) => (
                  <Provider key={one.code} one={one} />
                ))}
              </ul>
            )}
          </Loaded>
        </Panel>
        <Panel title={t('budgets.title')}>
          <Loaded query={budgets}>
            {(all) => (
              <ul className="grid">
                {all.map((one) => (
                  <Budget key={one.account} one={one} />
                ))}
              </ul>
            )}
          </Loaded>
        </Panel>
      </div>
    </MoneyFrame>
  );
}

function Provider({ one }: { one: GameProvider }) {
  const { t } = useI18n();
  const { code, connected, circuitOpen, failingSince, doubts, doubtsSince, cases, day, waiting, waitingSince, report } =
    one;
  const answers = connected && !circuitOpen && !failingSince;
  return (
    <li className="grid gap-2 border-t border-line py-3 first:border-t-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 className="font-semibold">{code}</h3>
        <span className="flex items-center gap-2 text-s text-t2">
          {failingSince && <Age since={failingSince} />}
          <State tone={answers ? 'jade' : 'coral'}>
            {t(answers ? 'providers.answers' : connected ? 'providers.silent' : 'providers.unconnected')}
          </State>
        </span>
      </div>
      <FactList>
        <Known name={t('providers.doubts')}>
          {doubts}
          {doubtsSince && (
            <>
              {' · '}
              <Age since={doubtsSince} />
            </>
          )}
        </Known>
        <Known name={t('providers.cases')}>
          {cases > 0 ? (
            <Link to="/queue?kind=case" className={LINK}>
              {cases}
            </Link>
          ) : (
            cases
          )}
        </Known>
        <Known name={t('providers.day')}>{day ? <Day day={day} /> : t('providers.noDay')}</Known>
        {waiting > 0 && (
          <Known name={t('providers.waiting')}>
            {t('providers.since', { count: waiting, day: formatDay(waitingSince ?? '') })}
          </Known>
        )}
        <Known name={t('providers.report')}>
          {report?.readAt ? <Moment at={report.readAt} /> : t(report ? 'providers.unread' : 'providers.noReport')}
          {report?.reason && <span className="block text-coral">{report.reason}</span>}
        </Known>
      </FactList>
    </li>
  );
}

function Day({ day }: { day: NonNullable<GameProvider['day']> }) {
  const { t } = useI18n();
  const { compared, ours, theirs, undecided, differences, reason, done } = day;
  return (
    <>
      {`${formatDay(day.day)} · ${t(`providers.method.${day.method}`)} · ${t(done ? 'providers.done' : 'providers.going')}`}
      <span className="block tabular-nums">{t('providers.compared', { compared, ours, theirs })}</span>
      {(undecided > 0 || differences > 0) && (
        <span className="block text-coral tabular-nums">{t('providers.left', { undecided, differences })}</span>
      )}
      {reason && <span className="block text-t2">{reason}</span>}
    </>
  );
}

function Budget({ one: { account, left, alarm, lowSince } }: { one: HouseBudget }) {
  const { t } = useI18n();
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2 first:border-t-0">
      <Link to={accountAddress(account)} className={LINK}>
        {account}
      </Link>
      <span className="grid justify-items-end">
        <Amount value={left} />
        <span className="text-xs text-t3">
          {t('budgets.alarm')} <Amount value={alarm} />
        </span>
        {lowSince && (
          <span className="flex items-center gap-2 text-s text-coral">
            {t('budgets.low')} <Age since={lowSince} />
          </span>
        )}
      </span>
    </li>
  );
}
