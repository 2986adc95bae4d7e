import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { LONE_LINK } from '@/console/kit/link';
import { Notice } from '@/shared/ui/notice';
import { erasureQuery } from './queries';

/** Says that a member is to be erased: who wants it, and when it happens, if another person has agreed. */
export function ErasureNotice({ id }: { id: string }) {
  const { t } = useI18n();
  const { data } = useQuery(erasureQuery(id));
  const asked = data?.items.find(({ state }) => state === 'open' || state === 'scheduled');
  if (!asked) return null;
  return (
    <Notice
      tone="warning"
      title={t('member.erased')}
      action={
        <Link to={`/proposals/${asked.id}`} className={LONE_LINK}>
          {t('member.erased.see')}
        </Link>
      }
    >
      {asked.effectiveAt ? (
        <>
          {t('member.erased.at')} <Moment at={asked.effectiveAt} />
        </>
      ) : (
        t('member.erased.waits', { name: asked.proposedBy })
      )}
    </Notice>
  );
}
