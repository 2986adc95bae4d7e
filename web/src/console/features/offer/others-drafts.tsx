import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ContentDraft } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Age } from '@/console/kit/age';
import { ChangeList } from '@/console/kit/change-list';
import { LONE_LINK } from '@/console/kit/link';
import { Notice } from '@/shared/ui/notice';
import { draftQuery, useDraftsOf } from './draft-calls';
import { addressOf } from './section-list';

/** Its place in the address, after the section's name. */
export const DRAFT = 'draft';

const place = ({ section, id }: ContentDraft) => `${addressOf(section, DRAFT)}?id=${id}`;

/** What others are about to change of a section. */
export function OthersDrafts({ section }: { section: string }) {
  const { t } = useI18n();
  return useDraftsOf(section).others.map((one) => (
    <Notice
      key={one.id}
      title={t('offer.draftOf', { name: one.by })}
      action={
        <Link to={place(one)} className={LONE_LINK}>
          {t('offer.seeDraft')}
        </Link>
      }
    >
      <Age since={one.changed} />
      {one.note && ` · ${one.note}`}
    </Notice>
  ));
}

/** What others have put into force since a draft began. */
export function Under({ draft }: { draft: ContentDraft }) {
  const { t } = useI18n();
  const { data } = useQuery(draftQuery(draft.id, draft.revision));
  if (!data || data.under.length === 0) return null;
  return (
    <details className="mt-2">
      <summary className={LONE_LINK}>{t('offer.under')}</summary>
      <ChangeList changes={data.under} label={t('offer.under')} />
    </details>
  );
}
