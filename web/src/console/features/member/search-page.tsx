import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { FoundMember } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { Field } from '@/console/kit/field';
import { useHouse } from '@/console/kit/house';
import { LONE_LINK } from '@/console/kit/link';
import { Loaded } from '@/console/kit/loaded';
import { useCursor } from '@/console/kit/use-cursor';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { SHORTEST_SEARCH, searchQuery } from './queries';
import { MemberState } from './state';

const NONE: readonly FoundMember[] = [];

/**
 * Members are found by whatever names one. What is searched for is in the address, so a reload or a link shows the
 * same. If it names one member and no other, its page opens at once; Back is then the page before the search.
 */
export default function SearchPage() {
  const { t } = useI18n();
  const { name } = useHouse();
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [short, setShort] = useState(false);
  const q = params.get('q')?.trim() ?? '';
  const at = Number(params.get('at') ?? 0);
  const found = useQuery(searchQuery(q));
  const rows = found.data?.items ?? NONE;
  const only = rows.length === 1 && rows[0]?.match === 'same' ? rows[0].member.id : undefined;
  usePageTitle(`${t('member.search')} · ${name}`);
  useEffect(() => {
    if (only) void navigate(`/member/${only}`, { replace: true });
  }, [only, navigate]);
  useEffect(() => {
    if (!q) form.current?.querySelector('input')?.focus();
  }, [q]);
  useCursor({
    rows,
    at,
    onMove: (_, to) => setParams({ q, at: String(to) }, { replace: true }),
    onOpen: ({ member }) => void navigate(`/member/${member.id}`),
  });

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('q')).trim();
    setShort(typed.length < SHORTEST_SEARCH);
    if (typed.length < SHORTEST_SEARCH) return;
    if (typed === q) void found.refetch();
    else setParams({ q: typed });
  }

  return (
    <div className="mx-auto grid w-full max-w-[760px] content-start gap-4 p-4 sm:p-6 lg:min-h-0 lg:overflow-y-auto">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-l font-semibold">{t('member.search')}</h1>
        <Link to="/member/all" className={`${LONE_LINK} text-s`}>
          {t('member.all')}
        </Link>
      </div>
      <form
        ref={form}
        key={q}
        noValidate
        onSubmit={search}
        onChange={() => setShort(false)}
        className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start"
      >
        <Field
          label={t('member.searchBy')}
          name="q"
          type="search"
          defaultValue={q}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={short ? t('member.tooShort') : undefined}
        />
        <div className="grid sm:pt-[26px]">
          <Button type="submit" icon="search" pending={found.isFetching}>
            {t('member.find')}
          </Button>
        </div>
      </form>
      {q.length >= SHORTEST_SEARCH && !only && (
        <Loaded query={found}>
          {({ items }) => (items.length === 0 ? <Nobody /> : <Found items={items} at={at} />)}
        </Loaded>
      )}
    </div>
  );
}

function Nobody() {
  const { t } = useI18n();
  return (
    <div role="status" className="grid gap-1 rounded-l border border-line bg-s1 px-4 py-6 text-center">
      <p className="font-semibold">{t('member.nobody')}</p>
      <p className="text-t2">{t('member.nobodyText')}</p>
    </div>
  );
}

function Found({ items, at }: { items: readonly FoundMember[]; at: number }) {
  const { t } = useI18n();
  return (
    <section aria-label={t('member.found')} className="grid gap-2">
      {items.some(({ match }) => match === 'unsure') && <p className="text-t2">{t('member.unsure')}</p>}
      <ul className="overflow-hidden rounded-l border border-line bg-s1">
        {items.map(({ member, holder }, index) => (
          <li key={member.id} className="border-t border-line first:border-t-0">
            <Link
              to={`/member/${member.id}`}
              aria-current={index === at ? 'true' : undefined}
              className="grid gap-0.5 border-l-3 border-transparent px-4 py-2.5 hover:bg-s2 focus-visible:-outline-offset-2 lg:aria-[current=true]:border-gold lg:aria-[current=true]:bg-s2"
            >
              <span className="flex flex-wrap items-center justify-between gap-x-3">
                <span className="min-w-0 font-semibold">{member.name}</span>
                <span className="flex flex-wrap gap-1">
                  <MemberState member={member} />
                </span>
              </span>
              <span className="flex flex-wrap gap-x-3 text-t2">
                <span className="tabular-nums">{member.phone}</span>
                <span className="text-t3">{member.id}</span>
                {holder !== member.name && <span className="min-w-0">{t('member.holderIs', { name: holder })}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
