import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContentDetail } from '@/console/api/contract';
import { DecisionForm } from '@/console/decision/decision-form';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { LONE_LINK } from '@/console/kit/link';
import { invalidate } from '@/shared/api/invalidate';
import { closeCall } from './calls';
import { isRecord } from './form/shape';

const PROVIDER = 'provider:';

/** What of a section members can still use, by the codes that its closing takes. */
function openOf({ section, body }: ContentDetail): string[] {
  if (section === 'wheel') return isRecord(body) && body.on !== false ? ['wheel'] : [];
  const list = isRecord(body) ? body.bonuses : body;
  const open = (Array.isArray(list) ? list : []).filter(
    (one) => isRecord(one) && one.closed !== true && (!one.state || one.state === 'open'),
  ) as Record<string, unknown>[];
  const codes = open.map(({ code }) => String(code));
  if (section !== 'games') return codes;
  const providers = open.map(({ provider, code }) => String(provider || code));
  const several = [...new Set(providers)].filter((one) => providers.filter((other) => other === one).length > 1);
  return [...several.map((one) => PROVIDER + one), ...codes];
}

/** One person closes a campaign, a game, an account that members pay into, or the wheel, at once. */
export function CloseEntries({ detail }: { detail: ContentDetail }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [closing, setClosing] = useState<string>();
  const open = openOf(detail);
  if (!detail.may.includes('closeContent') || open.length === 0) return null;
  const again = () => void invalidate(client, ['content'], ['campaign']);
  const name = (code: string) =>
    code.startsWith(PROVIDER) ? t('offer.provider', { code: code.slice(PROVIDER.length) }) : code;
  return (
    <details>
      <summary className={LONE_LINK}>{t('offer.closeOne')}</summary>
      <ul className="grid">
        {open.map((code) => (
          <li key={code} className="grid gap-2 border-t border-line py-2">
            <div className="flex items-center justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">{name(code)}</span>
              <Button
                variant="secondary"
                aria-label={`${t('call.closeContent')}: ${name(code)}`}
                onClick={() => setClosing(code)}
              >
                {t('call.closeContent')}
              </Button>
            </div>
            {closing === code && (
              <DecisionForm
                call={closeCall}
                choice={{ call: 'closeContent', two: false, evidence: null }}
                subject={{ section: detail.section, code }}
                onDone={again}
                onChanged={again}
                onEnd={() => setClosing(undefined)}
              />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
