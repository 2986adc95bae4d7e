import { useState } from 'react';
import type { Talk } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { ColleagueField } from '@/console/decision/colleague-field';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { Dialog } from '@/console/kit/dialog';
import { Field } from '@/console/kit/field';
import { useKeys } from '@/console/kit/keys';
import { useOperator } from '@/console/kit/operator';
import { Notice } from '@/shared/ui/notice';
import { type Step, useStep } from './queries';

type Asked = 'hand' | 'end' | 'release';

/** What becomes of a conversation: whose it is, and whether it goes on. Buttons are drawn by what the server allows. */
export function ChatActions({ talk: { conversation, may } }: { talk: Talk }) {
  const { t } = useI18n();
  const me = useOperator();
  const [asked, setAsked] = useState<Asked>();
  const step = useStep(conversation.id, () => setAsked(undefined));
  const { claim, operator } = conversation;
  const other = claim && claim.by !== me.name ? claim.by : undefined;
  const mine = (claim?.by ?? operator) === me.name;
  const assigns = may.includes('assignChat');
  const takes = assigns && !mine;
  const take = () => step.mutate({ what: 'assign', to: me.name, reason: '', ...(other && { take: true }) });
  const putBack = () => step.mutate({ what: 'assign', to: '', reason: '' });
  const can = (call: string) => may.includes(`${call}Chat`);
  useKeys({
    ...(takes && { c: () => !step.isPending && take() }),
    ...(assigns && mine && { u: () => !step.isPending && putBack(), h: () => setAsked('hand') }),
    ...(can('end') && { e: () => setAsked('end') }),
  });
  if (may.length === 0) return null;
  return (
    <section aria-label={t('chat.actions')} className="grid gap-2 border-t border-line px-3 py-2">
      {step.error && <Notice tone="error">{errorText(step.error)}</Notice>}
      {other && <p className="text-s text-t2">{t('chat.locked', { name: other })}</p>}
      <div className="flex flex-wrap gap-1">
        {takes && (
          <Button variant="secondary" hint="c" pending={step.isPending} onClick={take}>
            {t(other ? 'chat.takeOver' : 'chat.take')}
          </Button>
        )}
        {assigns && !other && (
          <Button variant="ghost" {...(mine && { hint: 'h' })} onClick={() => setAsked('hand')}>
            {t('chat.hand')}
          </Button>
        )}
        {assigns && mine && (
          <Button variant="ghost" hint="u" pending={step.isPending} onClick={putBack}>
            {t('chat.putBack')}
          </Button>
        )}
        {can('release') && (
          <Button variant="ghost" onClick={() => setAsked('release')}>
            {t('chat.release')}
          </Button>
        )}
        {can('end') && (
          <Button variant="ghost" hint="e" onClick={() => setAsked('end')}>
            {t('chat.end')}
          </Button>
        )}
      </div>
      {asked && (
        <Ask
          asked={asked}
          pending={step.isPending}
          error={step.error}
          onClose={() => setAsked(undefined)}
          onDo={step.mutate}
        />
      )}
    </section>
  );
}

/** Everybody but auditors answers members. */
const ANSWER = ['support', 'cashier', 'chief'];

interface AskProps {
  asked: Asked;
  pending: boolean;
  error: unknown;
  onClose(): void;
  onDo(step: Step): void;
}

/** Asks to whom, and why. */
function Ask({ asked, pending, error, onClose, onDo }: AskProps) {
  const { t } = useI18n();
  const [to, setTo] = useState('');
  const [reason, setReason] = useState(asked === 'end' ? t('chat.solved') : '');
  const whole = reason.trim() && (asked !== 'hand' || to.trim());
  return (
    <Dialog open title={t(`chat.${asked}`)} onClose={onClose}>
      <form
        className="grid gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!whole) return;
          if (asked === 'hand') onDo({ what: 'assign', to: to.trim(), reason: reason.trim() });
          else onDo({ what: asked, reason: reason.trim() });
        }}
      >
        {asked === 'hand' && <ColleagueField label={t('chat.handTo')} roles={ANSWER} to={to} onChoose={setTo} />}
        <Field
          label={t('chat.reason')}
          name="reason"
          value={reason}
          required
          autoFocus={asked !== 'hand'}
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
        />
        {error !== null && error !== undefined && <Notice tone="error">{errorText(error)}</Notice>}
        <Button type="submit" pending={pending} disabled={!whole}>
          {t('chat.do')}
        </Button>
      </form>
    </Dialog>
  );
}
