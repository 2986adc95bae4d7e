import type { Opened, Item as Waiting } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Age } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { Item } from '@/console/kit/item';
import { ClaimKeys } from './claim-keys';
import { hasDetail } from './detail';
import { Held, RowFacts } from './row-facts';

interface Props {
  item: Waiting;
  onOpen(item: Waiting): void;
  onOpened(opened: Opened): void;
}

/** What the list knows of an item: to look at it costs nothing, and nobody is noted down. */
export function Preview({ item, onOpen, onOpened }: Props) {
  const { t } = useI18n();
  return (
    <Item
      title={t(`kind.${item.kind}`)}
      amount={item.amount}
      lead={
        <>
          {item.since && <Age since={item.since} due={item.due} />}
          <Held claim={item.claim} />
        </>
      }
      detail={<RowFacts item={item} />}
      actions={
        <div className="flex flex-wrap gap-2">
          {hasDetail(item.kind) && (
            <Button hint="Enter" onClick={() => onOpen(item)}>
              {t('queue.open')}
            </Button>
          )}
          <ClaimKeys item={item} onOpened={onOpened} onReleased={() => undefined} />
        </div>
      }
    />
  );
}
