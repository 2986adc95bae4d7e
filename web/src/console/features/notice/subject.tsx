import type { Notification } from '@/console/api/contract';
import { lookUp, useI18n } from '@/console/i18n';
import { actionName } from '@/console/kit/action-name';
import { useSystemName } from '@/console/kit/system';

/** What a notice is about, in words where there are any: a kind of the queue, an alarm, a system, a decision. */
export function Subject({ row: { event, kind, of } }: { row: Notification }) {
  useI18n();
  const systemName = useSystemName();
  if (!kind) return null;
  if (event === 'system.stopped') return systemName(kind);
  const name = { queue: lookUp(`kind.${kind}`), alarm: lookUp(`alarm.${kind}`) }[event.split('.')[0] ?? ''];
  return [name ?? actionName(kind), of].filter(Boolean).join(' · ');
}
