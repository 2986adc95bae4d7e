import { useState } from 'react';
import { errorText } from '@/shared/api/error-text';
import { useI18n } from '@/shared/i18n';
import { intoView } from '@/shared/lib/into-view';
import { formatDate, formatDateTime } from '@/shared/lib/time';
import { Button } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';
import { Icon, type IconName } from '@/shared/ui/icon';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/notify';
import { Question } from '@/shared/ui/question';
import { Sheet } from '@/shared/ui/sheet';
import { useSheetState } from '@/shared/ui/sheet-state';
import { PauseChoice } from './components/pause-choice';
import { usePause } from './queries';
import { BREAKS, isWord, type Pause, pauseEnd } from './rules';

const HAPPENS = [
  ['lock', 'pause.games'],
  ['wallet', 'pause.home'],
  ['cross', 'pause.deposits'],
  ['check', 'pause.withdraw'],
] as const satisfies readonly (readonly [IconName, string])[];

/**
 * `?sheet=pause`: a break, or a self-exclusion. The consequences are shown before the button; a long one requires a
 * typed word.
 */
export function PauseSheet() {
  const { t } = useI18n();
  const { close } = useSheetState();
  const [pause, setPause] = useState<Pause>(BREAKS[0] as Pause);
  const [typed, setTyped] = useState('');
  const [asking, setAsking] = useState(false);
  const begin = usePause();
  const long = 'months' in pause;
  const word = t('pause.word');
  const until = formatDate(pauseEnd(pause, new Date()));

  function choose(next: Pause) {
    setPause(next);
    setTyped('');
    begin.reset();
  }

  return (
    <Sheet
      title={t('pause.title')}
      lead={t('pause.lead')}
      footer={
        <Button
          block
          variant="danger"
          needsNetwork
          disabled={long && !isWord(typed, word)}
          onClick={() => setAsking(true)}
        >
          {t(long ? 'pause.exclude' : 'pause.submit')} · {t('pause.until', { time: until })}
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <PauseChoice chosen={pause} onChoose={choose} />
        <section aria-label={t('pause.happens')} className="grid gap-2 rounded-l bg-s2 p-4">
          <h3 className="text-m font-semibold">{t('pause.happens')}</h3>
          <ul className="grid gap-2 text-s">
            {HAPPENS.map(([icon, text]) => (
              <li key={text} className="flex gap-3">
                <span className={icon === 'check' ? 'mt-0.75 text-jade' : 'mt-0.75 text-gold'}>
                  <Icon name={icon} size="s" />
                </span>
                {t(text)}
              </li>
            ))}
          </ul>
        </section>
        {long && (
          <Field
            label={t('pause.type', { word })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        {begin.isError && (
          <div ref={intoView}>
            <Notice tone="error">{errorText(begin.error)}</Notice>
          </div>
        )}
      </div>
      <Question
        open={asking}
        danger
        title={t('pause.ask', { time: until })}
        action={t(long ? 'pause.exclude' : 'pause.submit')}
        pending={begin.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          begin.mutate(pause, {
            onSuccess: (done) => {
              notify.success(t('pause.done', { time: formatDateTime(done.until) }));
              close();
            },
            onSettled: () => setAsking(false),
          })
        }
      >
        {t('pause.final')}
      </Question>
    </Sheet>
  );
}
