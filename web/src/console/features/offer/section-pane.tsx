import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ContentDetail, Proposal } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Age, Moment } from '@/console/kit/age';
import { Chip } from '@/console/kit/chip';
import { sectionQuery } from '@/console/kit/content';
import { LONE_LINK } from '@/console/kit/link';
import { Loaded } from '@/console/kit/loaded';
import { State } from '@/console/kit/state';
import { Notice } from '@/shared/ui/notice';
import { DraftPane } from './draft-pane';
import { Editor } from './editor';
import { History } from './history';
import { sectionName } from './names';
import { DRAFT } from './others-drafts';
import { waitingOf } from './queries';
import { addressOf } from './section-list';

const HISTORY = 'history';

interface Props {
  section: string;
  tab: string | undefined;
  waiting: readonly Proposal[];
}

/** One section: what is in force and what somebody is about to change, or its versions. */
export function SectionPane({ section, tab, waiting }: Props) {
  const query = useQuery(sectionQuery(section));
  return (
    <Loaded query={query}>
      {(detail) => {
        const frame = {
          title: sectionName(section),
          lead: <Lead detail={detail} />,
          above: (
            <>
              <Tabs section={section} history={tab === HISTORY} />
              <Waits waiting={waitingOf(waiting, section)} />
            </>
          ),
        };
        if (tab === HISTORY) return <History detail={detail} {...frame} />;
        if (tab === DRAFT) return <DraftPane detail={detail} {...frame} />;
        return <Editor detail={detail} {...frame} />;
      }}
    </Loaded>
  );
}

function Lead({ detail: { set, version, since, by, second } }: { detail: ContentDetail }) {
  const { t } = useI18n();
  if (!set) return <State tone="grey">{t('offer.unset')}</State>;
  return (
    <>
      <State tone="jade">{t('offer.inForce')}</State>
      {version === null ? (
        t('offer.unknown')
      ) : (
        <span>
          {t('offer.version', { number: version })}
          {since && (
            <>
              {' · '}
              <Age since={since} />
            </>
          )}
          {by && ` · ${[by, second].filter(Boolean).join(' + ')}`}
        </span>
      )}
    </>
  );
}

function Tabs({ section, history }: { section: string; history: boolean }) {
  const { t } = useI18n();
  return (
    <nav aria-label={sectionName(section)} className="-my-2 flex gap-1">
      <Chip to={addressOf(section)} on={!history}>
        {t('offer.content')}
      </Chip>
      <Chip to={addressOf(section, HISTORY)} on={history}>
        {t('offer.history')}
      </Chip>
    </nav>
  );
}

/** What is proposed of it, and from when what is approved is in force. */
function Waits({ waiting }: { waiting: readonly Proposal[] }) {
  const { t } = useI18n();
  return waiting.map(({ id, state, proposedBy, reason, effectiveAt }) => (
    <Notice
      key={id}
      title={t(state === 'open' ? 'offer.openBy' : 'offer.scheduledBy', { name: proposedBy })}
      action={
        <Link to={`/proposals/${id}${state === 'open' ? '' : '?show=scheduled'}`} className={LONE_LINK}>
          {t('offer.see')}
        </Link>
      }
    >
      {reason}
      {effectiveAt && (
        <>
          {' · '}
          {t('offer.from')} <Moment at={effectiveAt} />
        </>
      )}
    </Notice>
  ));
}
