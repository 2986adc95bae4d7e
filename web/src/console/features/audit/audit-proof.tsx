import { useMutation, useQuery } from '@tanstack/react-query';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { Loaded } from '@/console/kit/loaded';
import { useOperator } from '@/console/kit/operator';
import { Panel } from '@/console/kit/panel';
import { State } from '@/console/kit/state';
import { showToast } from '@/shared/ui/toaster';
import { proofQuery, prove } from './queries';

/** Whether the whole log is proved, what places outside the database know of it, and where it is broken. */
export function AuditProof() {
  const { t } = useI18n();
  const { role } = useOperator();
  const query = useQuery(proofQuery);
  const ask = useMutation({
    mutationFn: prove,
    onSuccess: () => showToast('success', t('audit.asked')),
    onError: (error) => showToast('error', errorText(error)),
  });
  return (
    <Panel title={t('audit.proof')}>
      <Loaded query={query}>
        {({ checkedAt, whole, rows, marks, wrong }) => (
          <div className="grid gap-2">
            <div className="flex flex-wrap items-center gap-3">
              {!checkedAt ? (
                <State tone="grey">{t('audit.unchecked')}</State>
              ) : whole ? (
                <State tone="jade">{t('audit.whole')}</State>
              ) : (
                <State tone="coral">{t('audit.broken')}</State>
              )}
              <span className="grow text-t2">
                {checkedAt && (
                  <>
                    {t('audit.rows', { count: rows })} · <Moment at={checkedAt} />
                  </>
                )}
              </span>
              {role === 'chief' && (
                <Button variant="secondary" icon="refresh" pending={ask.isPending} onClick={() => ask.mutate()}>
                  {t('audit.check')}
                </Button>
              )}
            </div>
            {wrong.map((line) => (
              <p key={line} role="alert" className="text-coral">
                {line}
              </p>
            ))}
            <ul className="grid gap-1 text-s">
              {marks.map(({ place, number, agrees, why }) => (
                <li key={place} className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
                  <State tone={agrees ? 'jade' : 'gold'}>{t(agrees ? 'audit.agrees' : 'audit.silent')}</State>
                  <span className="text-t2">
                    {place} · #{number}
                    {why && ` · ${why}`}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Loaded>
    </Panel>
  );
}
