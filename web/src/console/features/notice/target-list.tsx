import type { NoticeTarget } from '@/console/api/contract';
import { lookUp, useI18n } from '@/console/i18n';
import { Age } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { ListRow } from '@/console/kit/row-list';
import { State } from '@/console/kit/state';
import { eventName } from './names';

interface Props {
  targets: readonly NoticeTarget[];
  onTry(name: string): void;
}

/** Who is told what, and whether they take it. */
export function TargetList({ targets, onTry }: Props) {
  const { t } = useI18n();
  if (targets.length === 0) return <p className="py-3 text-t2 wrap-anywhere">{t('notice.noTargets')}</p>;
  return (
    <ul className="grid">
      {targets.map(({ name, kind, events, lastAt, failingSince, may }) => (
        <ListRow
          key={name}
          title={
            <>
              {name}
              <State tone={failingSince ? 'coral' : lastAt ? 'jade' : 'grey'}>
                {t(failingSince ? 'notice.fails' : lastAt ? 'notice.takes' : 'notice.never')}
              </State>
              {failingSince && <Age since={failingSince} />}
            </>
          }
          figure={
            may.includes('tryNotificationTarget') && (
              <Button variant="secondary" icon="send" onClick={() => onTry(name)}>
                {t('notice.try')}
              </Button>
            )
          }
        >
          <span>{lookUp(`notice.by.${kind}`) ?? kind}</span>
          <span>{events.length > 0 ? events.map(eventName).join(', ') : t('notice.all')}</span>
          {lastAt && (
            <span className="text-t3">
              {t('notice.took')} <Age since={lastAt} />
            </span>
          )}
        </ListRow>
      ))}
    </ul>
  );
}
