import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { ContentDetail, ContentVersion, ContentVersionDetail } from '@/console/api/contract';
import { Decisions } from '@/console/decision/decisions';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { ChangeList } from '@/console/kit/change-list';
import { CsvButton } from '@/console/kit/csv-button';
import { FactList, Known } from '@/console/kit/fact-list';
import { Item } from '@/console/kit/item';
import { LINK } from '@/console/kit/link';
import { Loaded } from '@/console/kit/loaded';
import { invalidate } from '@/shared/api/invalidate';
import { choiceOf, returnCall } from './calls';
import type { Frame } from './editor';
import { ExportSection } from './export-button';
import { versionQuery, versionsQuery } from './queries';
import { addressOf } from './section-list';

/** The versions of a section, newest first, and what one of them changed. */
export function History({ detail, title, lead, above }: Frame & { detail: ContentDetail }) {
  const chosen = Number(useSearchParams()[0].get('version')) || undefined;
  const list = useInfiniteQuery(versionsQuery(detail.section));
  const versions = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const number = chosen ?? versions[0]?.version;
  const one = useQuery({
    ...versionQuery(detail.section, number ?? 0),
    enabled: number !== undefined,
  });
  return (
    <Item
      title={title}
      lead={lead}
      detail={
        <>
          {above}
          <div className="grid content-start gap-6 xl:grid-cols-[minmax(260px,320px)_minmax(0,1fr)]">
            <Loaded query={list}>{() => <Versions list={list} section={detail.section} number={number} />}</Loaded>
            {number !== undefined && (
              <Loaded query={one}>{(version) => <One version={version} detail={detail} />}</Loaded>
            )}
          </div>
        </>
      }
      actions={one.data && <Return detail={detail} version={one.data} />}
    />
  );
}

interface VersionsProps {
  section: string;
  number: number | undefined;
  list: {
    data: { pages: readonly { items: readonly ContentVersion[] }[] } | undefined;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage(): unknown;
  };
}

function Versions({ section, number, list }: VersionsProps) {
  const { t } = useI18n();
  const versions = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (versions.length === 0) return <p className="text-t2">{t('offer.noVersions')}</p>;
  return (
    <nav aria-label={t('offer.history')} className="grid content-start gap-2">
      <ul>
        {versions.map(({ version, since, by, reason }) => (
          <li key={version}>
            <Link
              to={`${addressOf(section, 'history')}?version=${version}`}
              aria-current={version === number ? 'true' : undefined}
              className="grid gap-x-3 rounded-m px-3 py-2 hover:bg-s2 aria-[current=true]:bg-s2"
            >
              <span className="flex justify-between gap-3">
                <span className="font-semibold">{t('offer.version', { number: version })}</span>
                <span className="truncate text-t2">{by ?? t('offer.nobody')}</span>
              </span>
              <span className="text-s text-t2">
                <Moment at={since} />
              </span>
              {reason && <span className="truncate text-s text-t3">{reason}</span>}
            </Link>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="secondary" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('list.more')}
        </Button>
      )}
      <div>
        <CsvButton path={`/api/content/${section}/history`} query={{}} />
      </div>
    </nav>
  );
}

function One({ version, detail }: { version: ContentVersionDetail; detail: ContentDetail }) {
  const { t } = useI18n();
  const { by, second, reason, proposal, changes, back } = version;
  return (
    <div className="grid min-w-0 content-start gap-5">
      {by && (
        <FactList>
          <Known name={t('offer.by')}>{[by, second].filter(Boolean).join(' + ')}</Known>
          <Known name={t('offer.reason')}>{reason}</Known>
          {proposal && (
            <Known name={t('offer.proposal')}>
              <Link to={`/proposals/${proposal}?show=done`} className={LINK}>
                {proposal}
              </Link>
            </Known>
          )}
        </FactList>
      )}
      <section className="grid gap-2">
        <h3 className="text-t3">{t('offer.changed')}</h3>
        <ChangeList changes={changes} label={t('offer.changed')} />
      </section>
      {version.version !== detail.version && (
        <section className="grid gap-2">
          <h3 className="text-t3">{t('offer.back')}</h3>
          <ChangeList changes={back} label={t('offer.back')} />
        </section>
      )}
    </div>
  );
}

/** Returning to a version is a change like any other: another person agrees. */
function Return({ detail, version }: { detail: ContentDetail; version: ContentVersionDetail }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { section, state, may } = detail;
  const other = version.back.length > 0 && may.includes('returnContent');
  return (
    <Decisions
      key={version.version}
      calls={{ returnContent: returnCall(version.version) }}
      choices={other ? [choiceOf('returnContent')] : []}
      subject={section}
      seen={state}
      nothing={t(version.back.length > 0 ? 'offer.mayNot' : 'offer.asNow')}
      beside={<ExportSection section={section} body={version.body} />}
      onDone={() => void invalidate(client, ['content'], ['proposal'], ['me'])}
      onChanged={() => void invalidate(client, ['content'], ['proposal'])}
    />
  );
}
