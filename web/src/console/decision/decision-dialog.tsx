import { type ReactNode, useState } from 'react';
import { useI18n } from '@/console/i18n';
import { Dialog } from '@/console/kit/dialog';
import { DecisionForm, type FormProps } from './decision-form';

interface Props extends Omit<FormProps, 'onBusy'> {
  /** What it is about. */
  children?: ReactNode;
}

/** One decision over the page. It stays until its answer is there. */
export function DecisionDialog({ children, ...form }: Props) {
  const { t } = useI18n();
  const [busy, setBusy] = useState(false);
  return (
    <Dialog open title={t(form.call.name)} onClose={() => busy || form.onEnd()}>
      <div className="grid gap-3 px-4 pt-1 pb-4">
        {children}
        <DecisionForm {...form} onBusy={setBusy} />
      </div>
    </Dialog>
  );
}
