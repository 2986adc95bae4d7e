import { useEffect } from 'react';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { vibrate } from '@/shared/lib/haptics';
import { baht } from '@/shared/lib/money';
import { formatDateTime } from '@/shared/lib/time';
import { Button } from '@/shared/ui/button';
import { Icon, type IconName } from '@/shared/ui/icon';
import { useSheetState } from '@/shared/ui/sheet-state';

interface ArrivedProps {
  /** Baht. */
  amount: number;
  /** When it was credited; now, if the answer itself reports the credit. */
  at: string | Date;
  onMore(): void;
}

/** The money is credited: shown where it was requested, without a tap. */
export function Arrived({ amount, at, onMore }: ArrivedProps) {
  const { t } = useI18n();
  const { close } = useSheetState();
  useEffect(() => vibrate('success'), []);
  return (
    <Ending
      icon="check"
      color="bg-jade/15 text-jade"
      title={t('deposit.arrived', { amount: baht(amount) })}
      text={t('deposit.arrivedAt', { time: formatDateTime(at) })}
    >
      <Button block onClick={close}>
        {t('deposit.done')}
      </Button>
      <Button block variant="ghost" onClick={onMore}>
        {t('deposit.more')}
      </Button>
    </Ending>
  );
}

/** The money has arrived and is the member's, but can't be used before its payer is known. */
export function ArrivedHeld({ amount, onMore }: Omit<ArrivedProps, 'at'>) {
  const { t } = useI18n();
  const { open } = useSheet();
  return (
    <Ending
      icon="clock"
      color="bg-sky/15 text-sky"
      title={t('deposit.held', { amount: baht(amount) })}
      text={t('deposit.heldText')}
    >
      <Button block onClick={() => open('held')}>
        {t('deposit.heldWhy')}
      </Button>
      <Button block variant="ghost" onClick={onMore}>
        {t('deposit.more')}
      </Button>
    </Ending>
  );
}

interface EndingProps {
  icon: IconName;
  color: string;
  title: string;
  text: string;
  children: React.ReactNode;
}

/** How a deposit ended, or what it waits for: an icon, a line, and the next step. */
export function Ending({ icon, color, title, text, children }: EndingProps) {
  return (
    <div role="status" className="grid justify-items-center gap-2 py-6 text-center">
      <span className={`grid size-20 place-items-center rounded-full ${color}`}>
        <Icon name={icon} size="xl" />
      </span>
      <p className="text-xl font-semibold">{title}</p>
      <p className="max-w-[36ch] text-s text-balance text-t2">{text}</p>
      <div className="mt-4 grid w-full gap-2">{children}</div>
    </div>
  );
}
