import { ApiError } from '@/shared/api/error';
import { errorText } from '@/shared/api/error-text';
import { translate, useI18n } from '@/shared/i18n';
import { inAppBrowser } from '@/shared/lib/in-app-browser';
import { intoView } from '@/shared/lib/into-view';
import { baht } from '@/shared/lib/money';
import { postInTap, wayOut } from '@/shared/lib/open-window';
import { takeFocus } from '@/shared/lib/take-focus';
import { Button, ButtonAnchor } from '@/shared/ui/button';
import { InAppHint } from '@/shared/ui/in-app-hint';
import { Notice } from '@/shared/ui/notice';
import { LaunchError, type Way } from '../launch';

/** Moving the money in failed, so the game was not opened. */
export function MoveFailure({ error }: { error: unknown }) {
  const { t } = useI18n();
  if (!error) return null;
  return (
    <div ref={intoView}>
      <Notice tone="error" title={t('transfer.failed')}>
        {t('game.failedAt', { step: t('game.step.move'), reason: errorText(error) })}
      </Notice>
    </div>
  );
}

interface FailureProps {
  error: unknown;
  /** Baht that went into the game just before. */
  moved: number | undefined;
  onAgain(): void;
}

/** A failed launch, with the step that failed. */
export function LaunchFailure({ error, moved, onAgain }: FailureProps) {
  const { t } = useI18n();
  if (!error) return null;
  return (
    <div ref={intoView}>
      <Notice
        tone="error"
        title={t('game.notOpened')}
        action={
          <Button size="s" variant="secondary" icon="refresh" onClick={onAgain}>
            {t('retry.action')}
          </Button>
        }
      >
        <p>{failureText(error)}</p>
        {moved !== undefined && <p>{t('game.movedIn', { amount: baht(moved) })}</p>}
      </Notice>
    </div>
  );
}

function failureText(error: unknown): string {
  if (!(error instanceof LaunchError)) return errorText(error);
  const step = translate(error.step === 'account' ? 'game.step.account' : 'game.step.address');
  return translate('game.failedAt', { step, reason: reasonText(error.reason) });
}

/** What the codes mean here: the game does not answer, waits for a transfer, or is closed. */
function reasonText(reason: unknown): string {
  if (!(reason instanceof ApiError)) return errorText(reason);
  switch (reason.code) {
    case 'TRY_AGAIN':
      return translate('seconds' in reason.params ? 'game.settling' : 'game.silent');
    case 'NO_GAME':
      return translate('game.shut');
    default:
      return errorText(reason);
  }
}

interface WayInProps {
  way: Way;
  /** Baht that went into the game just before. */
  moved: number | undefined;
  /** Called when the member has tapped it, or does not want it: it can be used once, and may have expired. */
  onDone(): void;
}

/** No tab could be opened: a link, or a button that posts the form, for a tap of its own. */
export function WayIn({ way, moved, onDone }: WayInProps) {
  const { t } = useI18n();
  // Runs after the browser has followed the tap.
  const taken = () => setTimeout(onDone);
  return (
    <div className="grid gap-3">
      <Notice tone="info" announced>
        <p>{t(inAppBrowser() ? 'game.ready' : 'game.blocked')}</p>
        {moved !== undefined && <p>{t('game.movedIn', { amount: baht(moved) })}</p>}
      </Notice>
      {'link' in way ? (
        <ButtonAnchor ref={takeFocus} block icon="external" href={way.link} {...wayOut()} onClick={taken}>
          {t('game.openLink')}
        </ButtonAnchor>
      ) : (
        <Button
          ref={takeFocus}
          block
          icon="external"
          onClick={() => {
            postInTap(way.post);
            taken();
          }}
        >
          {t('game.openLink')}
        </Button>
      )}
      <Button block variant="secondary" onClick={onDone}>
        {t('game.startOver')}
      </Button>
      <InAppHint />
    </div>
  );
}
