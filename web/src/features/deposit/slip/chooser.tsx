import { type DragEvent, type ReactNode, useState } from 'react';
import type { SlipWindow } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { Icon, type IconName } from '@/shared/ui/icon';
import { Notice } from '@/shared/ui/notice';
import { Spinner } from '@/shared/ui/spinner';

interface Props {
  hours: SlipWindow;
  /** A chosen picture is being prepared. */
  reading: boolean;
  trouble: string | undefined;
  onPick(file: File): void;
}

/** The source of the picture: the camera, the gallery, or a drop on a desktop. */
export function Chooser({ hours, reading, trouble, onPick }: Props) {
  const { t } = useI18n();
  const [over, setOver] = useState(false);
  const [touch] = useState(() => matchMedia('(pointer: coarse)').matches);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onPick(file);
  }

  return (
    <div className="grid gap-3">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the buttons inside work for everyone */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`grid justify-items-center gap-3 rounded-l border border-dashed px-4 py-6 text-center transition-colors duration-120 ${over ? 'border-gold bg-gold/10' : 'border-control'}`}
      >
        <span className="grid size-16 place-items-center rounded-full bg-s3 text-gold">
          {reading ? <Spinner /> : <Icon name="image" size="l" />}
        </span>
        <p className="font-semibold">{t(reading ? 'slip.reading' : 'slip.choose')}</p>
        <p className="max-w-[34ch] text-s text-balance text-t2">{t('slip.tip')}</p>
        <div className="flex w-full flex-wrap gap-2">
          {touch && (
            <Pick icon="camera" capture disabled={reading} onPick={onPick}>
              {t('slip.camera')}
            </Pick>
          )}
          <Pick icon="image" main disabled={reading} onPick={onPick}>
            {t('slip.gallery')}
          </Pick>
        </div>
        {!touch && <p className="text-xs text-t3">{t('slip.drop')}</p>}
      </div>
      {trouble && <Notice tone="error">{trouble}</Notice>}
      <ul className="grid gap-1 text-s text-t2">
        <Fact>{t('slip.within', { minutes: hours.withinMinutes })}</Fact>
        <Fact>{t('slip.speed')}</Fact>
        {hours.closeFrom && hours.closeTo && (
          <Fact>{t('slip.hours', { from: hours.closeFrom, to: hours.closeTo })}</Fact>
        )}
      </ul>
    </div>
  );
}

function Fact({ children }: { children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <span className="mt-0.5 text-t3">
        <Icon name="clock" size="s" />
      </span>
      {children}
    </li>
  );
}

interface PickProps {
  icon: IconName;
  capture?: boolean;
  main?: boolean;
  disabled: boolean;
  onPick(file: File): void;
  children: ReactNode;
}

/** A file input that looks like a button. The same file can be chosen twice in a row. */
function Pick({ icon, capture, main, disabled, onPick, children }: PickProps) {
  return (
    <label
      className={`inline-flex min-h-12 flex-auto cursor-pointer items-center justify-center gap-2 rounded-m px-2 py-2 font-semibold has-disabled:opacity-50 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold ${main ? 'bg-gold text-ongold' : 'bg-s3 text-t1'}`}
    >
      <Icon name={icon} size="m" />
      {children}
      <input
        type="file"
        accept="image/*"
        capture={capture ? 'environment' : undefined}
        disabled={disabled}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) onPick(file);
        }}
      />
    </label>
  );
}
