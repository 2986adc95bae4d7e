import type { Item } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Moment, Until } from '@/console/kit/age';
import { FactList, Known } from '@/console/kit/fact-list';
import { MemberLink } from '@/console/kit/member-link';
import { useOperator } from '@/console/kit/operator';

/** What the list has about an item. */
export function RowFacts({ item: { id, member, since, due } }: { item: Item }) {
  const { t } = useI18n();
  return (
    <FactList>
      <Known name={t('queue.id')}>{id}</Known>
      {member && (
        <Known name={t('queue.member')}>
          <MemberLink member={member} />
        </Known>
      )}
      {since && (
        <Known name={t('queue.since')}>
          <Moment at={since} />
        </Known>
      )}
      {due && (
        <Known name={t('queue.due')}>
          <Moment at={due} />
        </Known>
      )}
    </FactList>
  );
}

/** Who has an item, and until when. */
export function Held({ claim }: { claim: Item['claim'] }) {
  const { t } = useI18n();
  const me = useOperator();
  if (!claim) return null;
  return (
    <span>
      {claim.by === me.name ? t('queue.yours') : t('queue.has', { name: claim.by })} · <Until at={claim.until} />
    </span>
  );
}
