import { codeText } from '@/shared/api/error-text';
import type { ActiveBonus } from '@/shared/api/wire';
import { Weave } from '@/shared/art/weave';
import { translate, useI18n } from '@/shared/i18n';
import { baht } from '@/shared/lib/money';
import { formatDateTime } from '@/shared/lib/time';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Notice } from '@/shared/ui/notice';
import { Progress } from '@/shared/ui/progress';
import { timeLeft, towardsTarget, towardsTurnover } from '../rules';
import { GiveUp } from './give-up';
import { useGameNames } from './terms';

interface Props {
  active: ActiveBonus;
  /** True while the games are being read. */
  looking: boolean;
  onLook(): void;
}

/** The running condition: what is left to do, what ends it, and how to give it up. */
export function Current({ active, looking, onLook }: Props) {
  const { t } = useI18n();
  const ending = active.state === 'ending';
  return (
    <section
      aria-label={t('bonus.current')}
      className="relative isolate grid gap-4 overflow-hidden rounded-xl border border-lotus p-5"
    >
      <div className="absolute inset-0 -z-10 opacity-35">
        <Weave code={active.code || 'bonus'} dye="lotus" />
      </div>
      <div className="grid gap-0.5">
        <p className="text-s text-t2">
          {t('bonus.current')}
          {/* "Current bonus · Bonus" would repeat the word. */}
          {active.type && active.type !== 'bonus' && ` · ${t(`bonus.type.${active.type}`)}`}
        </p>
        <h2 className="text-xl font-semibold">{titleOf(active)}</h2>
      </div>
      {ending ? (
        <Notice title={t('bonus.ending')}>
          {active.reason && <p>{codeText(active.reason)}</p>}
          {t('bonus.endingText')}
        </Notice>
      ) : (
        <>
          <ToDo active={active} />
          <Facts active={active} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Button size="s" variant="secondary" icon="refresh" pending={looking} onClick={onLook}>
              {t('home.refreshAll')}
            </Button>
            <GiveUp active={active} />
          </div>
        </>
      )}
    </section>
  );
}

/** Its name: the campaign's name, the promotion code that the member typed, or the kind of credit. */
function titleOf({ name, type, code }: ActiveBonus): string {
  if (name || type === null) return name;
  return type === 'promotion' ? code : translate(`bonus.type.${type}`);
}

/** The bars towards its end: the total, the turnover, or both. */
function ToDo({ active }: { active: ActiveBonus }) {
  const { t } = useI18n();
  const { target, total, turnover, end } = active;
  const way = towardsTarget(active);
  const played = turnover && towardsTurnover(turnover);
  return (
    <div className="grid gap-4">
      {end !== 'turnover' && (
        <div className="grid gap-1">
          <p className="text-l font-semibold tabular-nums">
            {way.left > 0 ? t('bonus.toTarget', { left: baht(way.left) }) : t('bonus.done')}
          </p>
          <Progress
            label={t('bonus.target', { target: baht(target) })}
            part={way.part}
            from={t('bonus.total', { total: baht(total) })}
            to={t('bonus.target', { target: baht(target) })}
          />
        </div>
      )}
      {turnover && played && (
        <Progress
          label={t('bonus.turnover', { done: baht(turnover.done), required: baht(turnover.required) })}
          part={played.part}
          from={t('bonus.turnover', { done: baht(turnover.done), required: baht(turnover.required) })}
          to={played.left > 0 ? t('bonus.toTurnover', { left: baht(played.left) }) : t('bonus.done')}
        />
      )}
    </div>
  );
}

function Facts({ active }: { active: ActiveBonus }) {
  const { t } = useI18n();
  const { floor, own, expiresAt, at } = active;
  const games = useGameNames(active.games);
  return (
    <ul className="grid gap-2 text-s text-t2">
      <Fact icon="info">{t('bonus.floor', { floor: baht(floor) })}</Fact>
      {own > 0 && <Fact icon="wallet">{t('bonus.own', { own: baht(own) })}</Fact>}
      <Fact icon="lock">{t('bonus.locked')}</Fact>
      {games && <Fact icon="play">{t('bonus.games', { games })}</Fact>}
      {expiresAt && (
        <Fact icon="clock">
          {t('bonus.expires', { time: formatDateTime(expiresAt) })}{' '}
          <span className="inline-block">({t('bonus.left', timeLeft(expiresAt, new Date()))})</span>
        </Fact>
      )}
      {at && <Fact icon="refresh">{t('bonus.at', { time: formatDateTime(at) })}</Fact>}
    </ul>
  );
}

function Fact({ icon, children }: { icon: Parameters<typeof Icon>[0]['name']; children: React.ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <span className="mt-0.5">
        <Icon name={icon} size="s" />
      </span>
      <span className="min-w-0 flex-1 text-pretty tabular-nums">{children}</span>
    </li>
  );
}
