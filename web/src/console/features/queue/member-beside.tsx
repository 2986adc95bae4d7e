import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { MemberRef, Related } from '@/console/api/contract';
import { lookUp, useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { FactList, Known } from '@/console/kit/fact-list';
import { stateName } from '@/console/kit/facts';
import { LINK } from '@/console/kit/link';
import { MemberLink } from '@/console/kit/member-link';
import { baht } from '@/shared/lib/money';

const kindName = (kind: string) => lookUp(`movement.${kind}`) ?? kind;
const memberState = (state: string) => lookUp(`memberState.${state}`) ?? state;

/** What is known of an item's member: who it is, what moved, who is linked, its conditions. */
export function MemberBeside({ member, related }: { member: MemberRef; related: Related }) {
  const { t } = useI18n();
  const { registeredAt, securedAt, lastLoginAt, wallet, linked, sums, movements, conditions } = related;
  return (
    <section className="grid gap-5 border-t border-line pt-5">
      <h3 className="text-m font-semibold">
        <MemberLink member={member} />
        {member.state !== 'active' && <span className="text-coral"> · {memberState(member.state)}</span>}
      </h3>
      <FactList>
        <Known name={t('related.wallet')}>
          <span className="font-semibold tabular-nums">{baht(wallet)}</span>
        </Known>
        <Known name={t('related.registered')}>
          <Moment at={registeredAt} />
        </Known>
        {securedAt && (
          <Known name={t('related.secured')}>
            <Moment at={securedAt} />
          </Known>
        )}
        {lastLoginAt && (
          <Known name={t('related.lastLogin')}>
            <Moment at={lastLoginAt} />
          </Known>
        )}
        <Known name={t('related.linked')}>
          {linked.length === 0
            ? t('related.notLinked')
            : linked.map(({ name, phone, state }) => `${name} · ${phone} · ${memberState(state)}`).join('\n')}{' '}
          <Link to={`/risk?member=${member.id}`} className={`${LINK} whitespace-nowrap`}>
            {t('related.groups')}
          </Link>
        </Known>
      </FactList>
      <div className="grid gap-5 xl:grid-cols-2">
        <Part title={t('related.sums')} empty={sums.length === 0}>
          <Rows
            head={['', t('related.count'), t('related.sums'), t('related.lately')]}
            rows={sums.map(({ kind, count, amount, lately }) => ({
              key: kind,
              cells: [kindName(kind), String(count), baht(amount), lately === 0 ? '–' : baht(lately)],
            }))}
          />
        </Part>
        <Part title={t('related.movements')} empty={movements.length === 0}>
          <Rows
            rows={movements.map(({ at, kind, reference, amount, state }) => ({
              key: reference,
              cells: [
                <Moment key="at" at={at} />,
                `${kindName(kind)}${state === 'posted' ? '' : ` · ${stateName(state)}`}`,
                baht(amount),
              ],
            }))}
          />
        </Part>
      </div>
      {conditions.length > 0 && (
        <Part title={t('related.conditions')} empty={false}>
          <Rows
            rows={conditions.map(({ source, campaign, state, credit, grantedAt }) => ({
              key: `${source}/${campaign}/${grantedAt}`,
              cells: [<Moment key="at" at={grantedAt} />, `${campaign} · ${stateName(state)}`, baht(credit)],
            }))}
          />
        </Part>
      )}
    </section>
  );
}

function Part({ title, empty, children }: { title: string; empty: boolean; children: ReactNode }) {
  const { t } = useI18n();
  return (
    <section className="grid min-w-0 content-start gap-1">
      <h4 className="text-s text-t3">{title}</h4>
      {empty ? <p className="text-t2">{t('related.none')}</p> : children}
    </section>
  );
}

interface RowsProps {
  head?: string[];
  rows: { key: string; cells: ReactNode[] }[];
}

/** A small table: all but the first column stand at its end. */
function Rows({ head, rows }: RowsProps) {
  return (
    <table className="w-full text-s">
      {head && (
        <thead className="text-t3">
          <tr>
            {head.map((name, place) => (
              <th
                key={name || 'name'}
                scope="col"
                className={`py-1 font-normal ${place ? 'pl-3 text-right' : 'text-left'}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(({ key, cells: [first, ...rest] }) => (
          <tr key={key} className="border-t border-line">
            <td className="py-1">{first}</td>
            {rest.map((cell, place) => (
              <td
                // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name
                key={place}
                className={`py-1 pl-3 text-right tabular-nums ${place === rest.length - 1 ? 'whitespace-nowrap' : ''}`}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
