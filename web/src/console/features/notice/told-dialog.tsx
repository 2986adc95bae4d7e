import type { Notification } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { Dialog } from '@/console/kit/dialog';
import { FactList, Known } from '@/console/kit/fact-list';
import { eventName } from './names';
import { Subject } from './subject';
import { ToldState } from './told-state';

interface Props {
  row: Notification;
  onAgain(): void;
  onClose(): void;
}

/** A notice on its way to one target, whole. */
export function ToldDialog({ row, onAgain, onClose }: Props) {
  const { t } = useI18n();
  const { id, event, at, kind, target, state, tries, dueAt, endAt, last, may } = row;
  return (
    <Dialog open title={eventName(event)} onClose={onClose}>
      <div className="grid gap-4 px-4 pt-1 pb-5 wrap-anywhere">
        <FactList>
          <Known name={t('notice.at')}>
            <Moment at={at} />
          </Known>
          {kind && (
            <Known name={t('notice.what')}>
              <Subject row={row} />
            </Known>
          )}
          <Known name={t('notice.target')}>{target}</Known>
          <Known name={t('notice.state')}>
            <ToldState state={state} />
          </Known>
          <Known name={t('notice.tries')}>{tries}</Known>
          {dueAt && (
            <Known name={t('notice.dueAt')}>
              <Moment at={dueAt} />
            </Known>
          )}
          {endAt && (
            <Known name={t(state === 'dead' ? 'notice.givenUpAt' : 'notice.takenAt')}>
              <Moment at={endAt} />
            </Known>
          )}
          {last && <Known name={t('notice.last')}>{last}</Known>}
          <Known name={t('notice.id')}>
            <span className="font-mono text-xs">{id}</span>
          </Known>
        </FactList>
        {may.includes('repeatNotification') && (
          <div>
            <Button icon="refresh" onClick={onAgain}>
              {t('notice.again')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
