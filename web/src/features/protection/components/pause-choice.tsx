import { useI18n } from '@/shared/i18n';
import { BREAKS, EXCLUSIONS, type Pause } from '../rules';

interface Props {
  chosen: Pause;
  onChoose(pause: Pause): void;
}

/** The duration: a break of days, or an exclusion of months and years. */
export function PauseChoice({ chosen, onChoose }: Props) {
  const { t } = useI18n();
  const groups = [
    [t('pause.short'), BREAKS],
    [t('pause.long'), EXCLUSIONS],
  ] as const;
  return (
    <>
      {groups.map(([name, pauses]) => (
        <fieldset key={name} className="grid gap-2">
          <legend className="mb-2 text-m font-semibold">{name}</legend>
          <div className="grid grid-cols-3 gap-2">
            {pauses.map((pause) => (
              <label
                key={JSON.stringify(pause)}
                className="relative grid min-h-11 cursor-pointer place-items-center rounded-m border border-control bg-s2 px-2 text-center text-s has-checked:border-gold has-checked:bg-s3 has-checked:font-semibold has-checked:text-gold has-focus-visible:outline-2 has-focus-visible:outline-gold"
              >
                <input
                  type="radio"
                  name="pause"
                  checked={pause === chosen}
                  onChange={() => onChoose(pause)}
                  className="absolute inset-0 cursor-pointer opacity-0"
                />
                {lengthText(pause)}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </>
  );

  function lengthText(pause: Pause): string {
    if ('days' in pause) return pause.days === 1 ? t('pause.day') : t('pause.days', { count: pause.days });
    if (pause.months < 12) return t('pause.months', { count: pause.months });
    return pause.months === 12 ? t('pause.year') : t('pause.years', { count: pause.months / 12 });
  }
}
