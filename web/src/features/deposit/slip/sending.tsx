import { useEffect, useState } from 'react';
import { errorText } from '@/shared/api/error-text';
import { isUnknownOutcome } from '@/shared/api/outcome';
import type { SlipUploaded } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { vibrate } from '@/shared/lib/haptics';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { useSendSlip } from './send';

interface Props {
  picture: Blob;
  onOther(): void;
  onSent(answer: SlipUploaded): void;
}

/** The picture to check once more, and then its upload with its progress. */
export function Sending({ picture, onOther, onSent }: Props) {
  const { t } = useI18n();
  const send = useSendSlip();
  const [stopped, setStopped] = useState(false);
  const source = useObjectUrl(picture);

  // A callback of the call itself is dropped if the answer comes before this is watched, and nothing would follow.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (!send.data) return;
    vibrate('success');
    onSent(send.data);
  }, [send.data]);

  function submit() {
    setStopped(false);
    send.mutate(picture);
  }

  return (
    <div className="grid gap-4">
      <div className="relative grid place-items-center rounded-l bg-s2 p-2">
        <img
          src={source}
          alt={t('slip.preview')}
          className="max-h-[30dvh] min-h-32 max-w-full rounded-m object-contain"
        />
        {send.isPending && <Progress part={send.progress} />}
      </div>
      {send.isError && !stopped && <Trouble error={send.error} />}
      {stopped && <Notice tone="info">{t('slip.stopped')}</Notice>}
      <div className="grid gap-2">
        {/* It stays disabled until the next screen is shown: a second tap on it would send another slip. */}
        <Button block needsNetwork icon="up" pending={send.isPending || send.isSuccess} onClick={submit}>
          {t(send.isError ? 'slip.again' : 'slip.send')}
        </Button>
        {send.isPending ? (
          <Button
            block
            variant="ghost"
            onClick={() => {
              setStopped(true);
              send.cancel();
            }}
          >
            {t('confirm.cancel')}
          </Button>
        ) : (
          <Button block variant="ghost" disabled={send.isSuccess} onClick={onOther}>
            {t('slip.other')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** On top of the picture, so that the buttons stay where they are. */
function Progress({ part }: { part: number }) {
  const { t } = useI18n();
  const percent = Math.round(part * 100);
  return (
    <div className="absolute inset-x-2 bottom-2 grid gap-1.5 rounded-m border border-line bg-s1 p-3">
      <p aria-live="polite" className="text-center text-s text-t2 tabular-nums">
        {part < 1 ? t('slip.sending', { percent }) : t('slip.waiting')}
      </p>
      <div
        role="progressbar"
        aria-label={t('slip.send')}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-s3"
      >
        <div
          style={{ transform: `scaleX(${part})` }}
          className={`h-full w-full origin-left rounded-full bg-gold transition-transform duration-200 ${part < 1 ? '' : 'animate-pulse'}`}
        />
      </div>
    </div>
  );
}

/** A lost connection keeps the picture and its key: a repeated upload counts once. */
function Trouble({ error }: { error: unknown }) {
  const { t } = useI18n();
  if (!isUnknownOutcome(error)) return <Notice tone="error">{errorText(error)}</Notice>;
  return (
    <Notice tone="error" title={errorText(error)}>
      {t('slip.kept')}
    </Notice>
  );
}

function useObjectUrl(blob: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
