import type { Fact } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { useFacts } from '@/console/kit/facts';
import { Notice } from '@/shared/ui/notice';

interface Props {
  before: readonly Fact[];
  after: readonly Fact[];
}

/** What is another than the operator saw, fact by fact. */
export function Moved({ before, after }: Props) {
  const { t } = useI18n();
  const { name, value } = useFacts();
  const names = [...new Set([...before, ...after].map((fact) => fact.name))];
  const moved = names.flatMap((of) => {
    const [was, is] = [shown(before, of), shown(after, of)];
    return was === is ? [] : [{ name: of, before: was, after: is }];
  });
  function shown(facts: readonly Fact[], of: string): string {
    const values = facts.filter((fact) => fact.name === of).map(({ kind, after: text }) => value(kind, text));
    return values.join(', ') || '–';
  }
  return (
    <Notice tone="warning" title={t('decide.changed')} announced>
      <ul>
        {moved.map((one) => (
          <li key={one.name}>{t('decide.moved', { ...one, name: name(one) })}</li>
        ))}
      </ul>
    </Notice>
  );
}
