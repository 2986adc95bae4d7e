import { Link } from 'react-router';
import type { Item as Waiting } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Age, Moment, Until } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { FactList, Known } from '@/console/kit/fact-list';
import { Item } from '@/console/kit/item';
import { useKeys } from '@/console/kit/keys';
import { useOperator } from '@/console/kit/operator';
import { Notice } from '@/shared/ui/notice';
import { decidedAt } from './kinds';
import { useClaim } from './queries';

interface Props {
  /** undefined: the list does not have it, or not yet. */
  item: Waiting | undefined;
  loaded: boolean;
  next: { isPending: boolean };
  onNext(): void;
}

/** One thing that waits: what it is, who has it, and where it is decided. */
export function QueuePane({ item, loaded, next, onNext }: Props) {
  const { t } = useI18n();
  if (item)
    return (
      <Item
        title={t(`kind.${item.kind}`)}
        amount={item.amount}
        lead={item.since && <Age since={item.since} due={item.due} />}
        detail={<Detail item={item} />}
        actions={<Actions item={item} next={next} onNext={onNext} />}
      />
    );
  if (!loaded) return null;
  return (
    <div className="grid gap-3 p-4">
      <h2 className="text-l font-semibold">{t('queue.title')}</h2>
      <Notice tone="info">{t('queue.gone')}</Notice>
    </div>
  );
}

function Detail({ item }: { item: Waiting }) {
  const { t } = useI18n();
  const { id, member, title, since, due } = item;
  const place = decidedAt(item);
  return (
    <>
      {title && <p className="text-m">{title}</p>}
      <FactList>
        <Known name={t('queue.id')}>{id}</Known>
        {member && (
          <Known name={t('queue.member')}>
            {member.name} · {member.phone}
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
      {'command' in place && (
        <section className="grid gap-1">
          <h3 className="text-t3">{t('queue.inShell')}</h3>
          <code className="rounded-m bg-s2 px-3 py-2 text-s break-all text-t1">{place.command}</code>
        </section>
      )}
    </>
  );
}

interface ActionsProps {
  item: Waiting;
  next: { isPending: boolean };
  onNext(): void;
}

/** Who has it, and what the operator may do about that. */
function Actions({ item, next, onNext }: ActionsProps) {
  const { t } = useI18n();
  const me = useOperator();
  const { claim, release } = useClaim(item);
  const place = decidedAt(item);
  const mine = item.claim?.by === me.name;
  const decides = me.role !== 'auditor';
  const takes = decides && !mine && (!item.claim || me.role === 'chief');
  useKeys({
    ...(takes && { c: () => !claim.isPending && claim.mutate(Boolean(item.claim)) }),
    ...(mine && { u: () => !release.isPending && release.mutate() }),
  });
  const failed = claim.error ?? release.error;
  return (
    <div className="grid gap-2">
      {failed && <Notice tone="error">{errorText(failed)}</Notice>}
      {item.claim && (
        <p className="text-s text-t2">
          {mine ? t('queue.yours') : t('queue.has', { name: item.claim.by })} · <Until at={item.claim.until} />
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {'to' in place && (
          <Link
            to={place.to}
            className="target inline-flex items-center rounded-m bg-gold px-3 py-1 text-s font-semibold text-ongold"
          >
            {t('queue.decide')}
          </Link>
        )}
        {takes && (
          <Button
            variant={'to' in place ? 'secondary' : 'primary'}
            hint="c"
            pending={claim.isPending}
            onClick={() => claim.mutate(Boolean(item.claim))}
          >
            {t(item.claim ? 'queue.takeOver' : 'queue.claim')}
          </Button>
        )}
        {mine && (
          <Button variant="secondary" hint="u" pending={release.isPending} onClick={() => release.mutate()}>
            {t('queue.release')}
          </Button>
        )}
        {decides && (
          <Button variant="ghost" hint="n" pending={next.isPending} onClick={onNext}>
            {t('queue.next')}
          </Button>
        )}
      </div>
    </div>
  );
}
