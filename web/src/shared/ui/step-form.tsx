import type { FormEvent, ReactNode } from 'react';
import { errorText } from '@/shared/api/error-text';
import { useI18n } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';

interface Props {
  lead?: ReactNode;
  children: ReactNode;
  /** The server's refusal, shown above the buttons. */
  error?: unknown;
  pending: boolean;
  next: string;
  onNext(form: HTMLFormElement): void;
  onBack?: () => void;
}

/** One step: its fields, the server's answer, and the buttons back and on. */
export function StepForm({ lead, children, error, pending, next, onNext, onBack }: Props) {
  const { t } = useI18n();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!pending) onNext(event.currentTarget);
  }
  return (
    <form onSubmit={submit} noValidate className={`grid gap-5 ${lead ? 'mt-1' : 'mt-4'}`}>
      {lead && <p className="text-s text-t2">{lead}</p>}
      {children}
      {error ? <Notice tone="error">{errorText(error)}</Notice> : null}
      <div className="sticky bottom-[calc(60px+env(safe-area-inset-bottom))] -mx-5 grid grid-flow-col auto-cols-fr gap-3 bg-linear-to-t from-ink from-70% to-transparent px-5 pt-4 pb-3">
        {onBack && (
          <Button variant="secondary" onClick={onBack} disabled={pending}>
            {t('register.back')}
          </Button>
        )}
        <Button type="submit" pending={pending}>
          {next}
        </Button>
      </div>
    </form>
  );
}

/** Moves the focus to the first field with a problem; the fields' names are the entries'. */
export function focusFirst(form: HTMLFormElement, problems: object): boolean {
  const [first] = Object.keys(problems);
  if (!first) return false;
  form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  return true;
}
