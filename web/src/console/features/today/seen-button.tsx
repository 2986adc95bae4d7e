import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import type { Today } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { invalidate } from '@/shared/api/invalidate';
import { showToast } from '@/shared/ui/toaster';
import { useAlarmName } from './alarm-name';

interface Props {
  alarm: Pick<Today['alarms'][number], 'id' | 'name' | 'of' | 'may'>;
}

/** Says that one has seen an alarm, where the answer lets one. Who says so first is kept, so a second press is none. */
export function SeenButton({ alarm }: Props) {
  const { t } = useI18n();
  const nameOf = useAlarmName();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => unwrap(api.POST('/api/alarm/{id}/seen', { params: { path: { id: alarm.id } } })),
    onSuccess: () => invalidate(client, ['today'], ['alarm']),
    onError: (error) => showToast('error', errorText(error)),
  });
  if (!alarm.may.includes('seeAlarm')) return null;
  return (
    <Button
      variant="secondary"
      pending={isPending}
      aria-label={t('alarms.see.of', { name: nameOf(alarm) })}
      onClick={() => mutate()}
    >
      {t('alarms.see')}
    </Button>
  );
}
