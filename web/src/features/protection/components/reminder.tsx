import { useState } from 'react';
import { useI18n } from '@/shared/i18n';
import { wholeBaht } from '@/shared/lib/money';
import { SelectField } from '@/shared/ui/field';
import { REMINDERS, reminder } from '../reminder';

/** The member's own reminder, kept on this device only. */
export function Reminder() {
  const { t } = useI18n();
  const [from, setFrom] = useState(reminder.get);
  return (
    <section aria-label={t('reminder.title')} className="grid gap-2">
      <h3 className="text-m font-semibold">{t('reminder.title')}</h3>
      <p className="text-s text-t2">{t('reminder.text')}</p>
      <SelectField
        label={t('reminder.amount')}
        value={from ?? ''}
        onChange={(event) => {
          reminder.set(Number(event.target.value) || undefined);
          setFrom(reminder.get());
        }}
      >
        <option value="">{t('reminder.off')}</option>
        {REMINDERS.map((amount) => (
          <option key={amount} value={amount}>
            {wholeBaht(amount)}
          </option>
        ))}
      </SelectField>
    </section>
  );
}
