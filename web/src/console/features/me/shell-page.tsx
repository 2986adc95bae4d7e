import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'react-router';
import type { WaitingShell } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { FactList, Known } from '@/console/kit/fact-list';
import { Field } from '@/console/kit/field';
import { useHouse } from '@/console/kit/house';
import { Panel } from '@/console/kit/panel';
import { ApiError } from '@/shared/api/error';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { Notice } from '@/shared/ui/notice';
import { letShellIn, lookAtShell, refuseShell } from './queries';

/** Signs in a shell that shows a code: its operator types the code, sees which machine it is, and confirms with its key. */
export default function ShellPage() {
  const { t } = useI18n();
  const { name: house } = useHouse();
  // The shell's own link has the code behind its #, which no browser sends by itself.
  const given = decodeURIComponent(useLocation().hash.slice(1));
  const look = useMutation({ mutationFn: lookAtShell });
  const [end, setEnd] = useState<'in' | 'refused'>();
  usePageTitle(`${t('device.title')} · ${house}`);
  function again() {
    setEnd(undefined);
    look.reset();
  }
  return (
    <div className="mx-auto grid w-full max-w-[560px] content-start gap-4 p-4 sm:p-6">
      <h1 className="text-l font-semibold">{t('device.title')}</h1>
      <Panel title={t(look.data ? 'device.machine' : 'device.code')}>
        {end ? (
          <div className="grid gap-3">
            <Notice tone={end === 'in' ? 'success' : 'warning'}>
              {t(end === 'in' ? 'device.in' : 'device.refused')}
            </Notice>
            <Button variant="secondary" onClick={again}>
              {t('device.again')}
            </Button>
          </div>
        ) : look.data ? (
          <Waiting code={look.variables} shell={look.data} onEnd={setEnd} onBack={again} />
        ) : (
          <CodeForm given={given} pending={look.isPending} error={look.error} onCode={look.mutate} />
        )}
      </Panel>
    </div>
  );
}

interface CodeProps {
  given: string;
  pending: boolean;
  error: Error | null;
  onCode(code: string): void;
}

function CodeForm({ given, pending, error, onCode }: CodeProps) {
  const { t } = useI18n();
  const [missing, setMissing] = useState(false);
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code')).trim();
    setMissing(!code);
    if (code) onCode(code);
  }
  return (
    <form className="grid gap-4" onSubmit={send} onChange={() => setMissing(false)} noValidate>
      <p className="text-t2">{t('device.lead')}</p>
      <Field
        label={t('device.code')}
        name="code"
        defaultValue={given}
        maxLength={32}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={t('device.hint')}
        error={missing ? t('device.missing') : error ? whyOf(error, t('device.unknown')) : undefined}
      />
      <Button type="submit" block pending={pending}>
        {t('device.look')}
      </Button>
    </form>
  );
}

/** What is not there is the code: no shell shows it, or it waits no more. */
const whyOf = (error: Error, unknown: string) =>
  error instanceof ApiError && error.code === 'NO_DATA' ? unknown : errorText(error);

interface WaitingProps {
  code: string;
  shell: WaitingShell;
  onEnd(end: 'in' | 'refused'): void;
  onBack(): void;
}

function Waiting({ code, shell: { machine, address, at, endsAt }, onEnd, onBack }: WaitingProps) {
  const { t } = useI18n();
  const enter = useMutation({ mutationFn: letShellIn, onSuccess: () => onEnd('in') });
  const refuse = useMutation({ mutationFn: refuseShell, onSuccess: () => onEnd('refused') });
  const failed = enter.error ?? refuse.error;
  const busy = enter.isPending || refuse.isPending;
  return (
    <div className="grid gap-4">
      {failed && <Notice tone="error">{whyOf(failed, t('device.unknown'))}</Notice>}
      <FactList>
        <Known name={t('device.code')}>
          <span className="font-mono">{code.toUpperCase()}</span>
        </Known>
        <Known name={t('device.machine')}>{machine}</Known>
        <Known name={t('device.address')}>{address === 'node' ? t('me.node') : address}</Known>
        <Known name={t('device.asked')}>
          <Moment at={at} />
        </Known>
        <Known name={t('me.ends')}>
          <Moment at={endsAt} />
        </Known>
      </FactList>
      <Notice tone="warning">{t('device.warning')}</Notice>
      <div className="flex flex-wrap gap-2 *:max-sm:grow">
        <Button icon="key" pending={enter.isPending} disabled={busy} onClick={() => enter.mutate(code)}>
          {t('device.letIn')}
        </Button>
        <Button variant="danger" pending={refuse.isPending} disabled={busy} onClick={() => refuse.mutate(code)}>
          {t('device.refuse')}
        </Button>
        <Button variant="ghost" disabled={busy} onClick={onBack}>
          {t('device.back')}
        </Button>
      </div>
    </div>
  );
}
