import type { Fact } from '@/console/api/contract';
import { lookUp, useI18n } from '@/console/i18n';
import { Notice } from '@/shared/ui/notice';

interface Props {
  before: readonly Fact[];
  after: readonly Fact[];
}

const NOTHING = '–';

/** What is another than the operator saw, fact by fact. */
export function Moved({ before, after }: Props) {
  const { t } = useI18n();
  const names = [...new Set([...before, ...after].map(({ name }) => name))];
  const value = (facts: readonly Fact[], of: string) => facts.find(({ name }) => name === of)?.after ?? NOTHING;
  const moved = names.filter((name) => value(before, name) !== value(after, name));
  return (
    <Notice tone="warning" title={t('decide.changed')} announced>
      <ul>
        {moved.map((name) => (
          <li key={name}>
            {t('decide.moved', {
              name: lookUp(`fact.${name}`) ?? name,
              before: value(before, name),
              after: value(after, name),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
