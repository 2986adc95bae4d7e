import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ShownMember } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Age, Moment } from '@/console/kit/age';
import { LONE_LINK } from '@/console/kit/link';
import { Loaded } from '@/console/kit/loaded';
import { baht } from '@/shared/lib/money';
import { memberQuery } from './queries';

/** The member beside its conversation. Opening it is recorded, as on its own page. */
export function MemberAside({ id }: { id: string }) {
  const { t } = useI18n();
  const member = useQuery(memberQuery(id));
  return (
    <aside aria-label={t('chat.member')}>
      <Loaded query={member}>{(shown) => <Head shown={shown} />}</Loaded>
    </aside>
  );
}

function Head({
  shown: { member, profile, bank, wallet, total, underWay, playing, security },
}: {
  shown: ShownMember;
}) {
  const { t } = useI18n();
  return (
    <div className="grid gap-3 p-4 text-s">
      <p className="text-m font-semibold">{member.name}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <Fact name={t('chat.phone')}>{profile.phone}</Fact>
        <Fact name={t('chat.bank')}>
          {bank.code} {bank.number}
        </Fact>
        <Fact name={t('chat.wallet')}>{baht(wallet.amount)}</Fact>
        {wallet.held > 0 && <Fact name={t('chat.held')}>{baht(wallet.held)}</Fact>}
        <Fact name={t('chat.total')}>{baht(total)}</Fact>
        {security.lastLogin && (
          <Fact name={t('chat.lastLogin')}>
            <Moment at={security.lastLogin} />
          </Fact>
        )}
        {playing.shutOut && <Fact name={t('chat.shutOut')}>{playing.until ? <Moment at={playing.until} /> : '✓'}</Fact>}
      </dl>
      <section className="grid gap-1">
        <h3 className="text-t3">{t('chat.underWay')}</h3>
        {underWay.length === 0 && <p>{t('chat.nothing')}</p>}
        {underWay.map((one) => (
          <p key={`${one.what}${one.reference}`} className="flex flex-wrap justify-between gap-x-3">
            <span className="min-w-0 truncate text-t2">{one.reference}</span>
            <span className="tabular-nums">
              {one.amount != null && baht(one.amount)} {one.since && <Age since={one.since} due={one.due} />}
            </span>
          </p>
        ))}
      </section>
      <Link to={`/member/${member.id}`} className={`${LONE_LINK} text-sky`}>
        {t('chat.memberPage')}
      </Link>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-t3">{name}</dt>
      <dd className="min-w-0 text-right wrap-anywhere tabular-nums">{children}</dd>
    </>
  );
}
