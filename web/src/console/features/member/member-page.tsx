import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import type { ShownMember } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import type { PlainKey } from '@/console/i18n/types';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { Chip } from '@/console/kit/chip';
import { useHouse } from '@/console/kit/house';
import { useKeys } from '@/console/kit/keys';
import { LONE_LINK } from '@/console/kit/link';
import { Loaded } from '@/console/kit/loaded';
import { ApiError } from '@/shared/api/error';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { baht } from '@/shared/lib/money';
import { Actions } from './actions';
import { ChatsTab } from './chats';
import { ErasureNotice } from './erasure';
import { GamesTab } from './game-lists';
import { AuditTab, LinksTab, LoginTab, OffersTab, SlipsTab } from './lists';
import { MoneyTab } from './money-lists';
import { NotesTab } from './notes';
import { Overview } from './overview';
import { memberQuery } from './queries';
import { MemberState } from './state';
import { StatementTab } from './statement';

/** The first place of this visit: there is nothing in the console to go back to. */
const FIRST = 'default';

/** One member: whoever is asked "where is my money?" answers from this page. */
export default function MemberPage() {
  const { t } = useI18n();
  const { name } = useHouse();
  const { id = '', tab } = useParams();
  const navigate = useNavigate();
  const { key } = useLocation();
  const member = useQuery(memberQuery(id));
  usePageTitle(`${member.data?.member.name ?? t('member.title')} · ${name}`);
  // Back to where it was opened: a search, an item of the queue, a proposal.
  const back = () => void (key === FIRST ? navigate('/member') : navigate(-1));
  useKeys({ escape: back });
  const gone = member.error instanceof ApiError && member.error.code === 'NO_USER';
  return (
    <div className="mx-auto grid w-full max-w-[1080px] content-start gap-4 px-4 pt-2 pb-6 sm:px-6 lg:min-h-0 lg:overflow-y-auto">
      <div className="-ml-3">
        <Button variant="ghost" icon="chevron-left" onClick={back}>
          {t('member.back')}
        </Button>
      </div>
      {!member.data && !gone && <h1 className="text-l font-semibold">{t('member.title')}</h1>}
      {gone ? <Gone id={id} /> : <Loaded query={member}>{(shown) => <Shown shown={shown} tab={tab} />}</Loaded>}
    </div>
  );
}

function Gone({ id }: { id: string }) {
  const { t } = useI18n();
  return (
    <div className="grid justify-items-center gap-2 py-16 text-center">
      <h1 className="text-l font-semibold">{t('member.gone')}</h1>
      <p className="break-all text-t2">{id}</p>
      <Link to="/member" className={`${LONE_LINK} text-gold`}>
        {t('member.search')}
      </Link>
    </div>
  );
}

/** The page's parts, by their addresses. The first is the page itself. */
const TABS: Record<string, { name: PlainKey; Part: ComponentType<{ shown: ShownMember }> }> = {
  '': { name: 'tab.overview', Part: Overview },
  notes: { name: 'tab.notes', Part: NotesTab },
  chats: { name: 'tab.chats', Part: ChatsTab },
  statement: { name: 'tab.statement', Part: StatementTab },
  money: { name: 'tab.money', Part: MoneyTab },
  slips: { name: 'tab.slips', Part: SlipsTab },
  games: { name: 'tab.games', Part: GamesTab },
  offers: { name: 'tab.offers', Part: OffersTab },
  login: { name: 'tab.login', Part: LoginTab },
  links: { name: 'tab.links', Part: LinksTab },
  audit: { name: 'tab.audit', Part: AuditTab },
};

function Shown({ shown, tab = '' }: { shown: ShownMember; tab?: string | undefined }) {
  const { t } = useI18n();
  const { member, playing, total } = shown;
  const Part = TABS[tab]?.Part ?? Overview;
  return (
    <>
      <header className="grid gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <h1 className="min-w-0 text-xl font-semibold">{member.name}</h1>
          <p className="text-xl font-semibold tabular-nums">
            <span className="text-s font-normal text-t2">{t('member.total')}</span> {baht(total)}
          </p>
        </div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-t2">
          <MemberState member={member} />
          {playing.until && (
            <span>
              {t('member.until')} <Moment at={playing.until} />
            </span>
          )}
          {playing.comingHome && <span className="text-coral">{t('member.comingHome')}</span>}
          <span className="tabular-nums">{member.phone}</span>
          <span className="text-t3">{member.id}</span>
        </p>
      </header>
      {member.state !== 'active' && <ErasureNotice id={member.id} />}
      <Actions member={shown} />
      <nav aria-label={t('tab.label')} className="-mx-4 flex gap-1 overflow-x-auto px-4 sm:-mx-6 sm:px-6">
        {Object.entries(TABS).map(([at, { name }]) => (
          <Chip key={at} to={`/member/${member.id}${at && `/${at}`}`} on={at === tab}>
            {t(name)}
          </Chip>
        ))}
      </nav>
      <Part shown={shown} />
    </>
  );
}
