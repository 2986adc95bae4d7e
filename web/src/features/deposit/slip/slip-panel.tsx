import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SlipWindow } from '@/shared/api/wire';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import type { PlainKey } from '@/shared/i18n/types';
import { Button } from '@/shared/ui/button';
import { CheckedNotice } from '@/shared/ui/checked-notice';
import { EmptyState } from '@/shared/ui/empty-state';
import { QueryState } from '@/shared/ui/query-state';
import { Skeleton } from '@/shared/ui/skeleton';
import type { PanelProps } from '../panel-props';
import { slipWindowQuery } from '../queries';
import { channelsOf } from '../rules';
import { Chooser } from './chooser';
import { Sending } from './sending';
import { shrink, type Unusable, UnusableFile } from './shrink';

/** A picture of the transfer's slip: chosen, checked, sent. The sheet of slips shows its result. */
export default function SlipPanel({ lookup, choose }: PanelProps) {
  const { t } = useI18n();
  const window = useQuery(slipWindowQuery);
  const { open } = useSheet();
  return (
    <div className="grid gap-4">
      <CheckedNotice since={lookup.slipsCheckedSince}>{t('slip.checkedText')}</CheckedNotice>
      {!lookup.slipsCheckedSince && (
        <QueryState query={window} skeleton={<Skeleton className="h-64" />}>
          {(hours) =>
            hours.active ? (
              <Slip hours={hours} />
            ) : (
              <Closed hours={hours} onQr={channelsOf(lookup).includes('qr') ? () => choose('qr') : undefined} />
            )
          }
        </QueryState>
      )}
      <Button variant="ghost" block icon="list" onClick={() => open('slips')}>
        {t('slip.all')}
      </Button>
    </div>
  );
}

const TROUBLES: Record<Unusable, PlainKey> = {
  notPicture: 'slip.notPicture',
  heic: 'slip.heic',
  tooLarge: 'slip.tooLarge',
};

function Slip({ hours }: { hours: SlipWindow }) {
  const { t } = useI18n();
  const { open } = useSheet();
  const [picture, setPicture] = useState<Blob>();
  const [reading, setReading] = useState(false);
  const [trouble, setTrouble] = useState<Unusable>();

  async function pick(file: File) {
    setReading(true);
    setTrouble(undefined);
    try {
      setPicture(await shrink(file, hours.maxBytes));
    } catch (error) {
      setTrouble(error instanceof UnusableFile ? error.why : 'notPicture');
    }
    setReading(false);
  }

  if (picture)
    return (
      <Sending
        picture={picture}
        onOther={() => setPicture(undefined)}
        onSent={({ slip }) => open('slips', { reference: slip.reference })}
      />
    );
  return <Chooser hours={hours} reading={reading} trouble={trouble && t(TROUBLES[trouble])} onPick={pick} />;
}

function Closed({ hours, onQr }: { hours: SlipWindow; onQr: (() => void) | undefined }) {
  const { t } = useI18n();
  const { closeFrom, closeTo } = hours;
  return (
    <EmptyState
      icon="clock"
      title={t('slip.closed')}
      action={
        onQr && (
          <Button icon="qr" onClick={onQr}>
            {t('slip.useQr')}
          </Button>
        )
      }
    >
      {closeFrom && closeTo ? t('slip.closedText', { from: closeFrom, to: closeTo }) : t('slip.closedPlain')}
    </EmptyState>
  );
}
