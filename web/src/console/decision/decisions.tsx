import { type ReactNode, useState } from 'react';
import type { Choice } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { useKeys } from '@/console/kit/keys';
import { Notice } from '@/shared/ui/notice';
import type { Calls } from './call';
import { type Deciding, DecisionForm } from './decision-form';

interface Props extends Deciding {
  /** How each decision looks, by the id of its call. */
  calls: Calls;
  /** What the caller may do now, by the server's own list. */
  choices: readonly Choice[];
  /** The call of the decision that is begun from the start. */
  begins?: string | undefined;
  /** What is said where nothing may be decided. */
  nothing: string;
  /** Further buttons beside the decisions. */
  beside?: ReactNode;
}

/**
 * What the operator may decide: a button and a key per choice. A press asks for what the decision needs, and Enter
 * sends it.
 */
export function Decisions({ choices, begins, beside, nothing, ...rest }: Props) {
  const { t } = useI18n();
  const { calls } = rest;
  const [begun, setBegun] = useState(begins);
  const known = choices.flatMap((choice) => {
    const call = calls[choice.call];
    return call ? [{ choice, call }] : [];
  });
  // One is the next action; a row of them would tell nobody what it is.
  const first = known.find(({ call }) => !call.danger);
  const unknown = choices.filter(({ call }) => !calls[call]);
  const chosen = known.find(({ choice }) => choice.call === begun);
  useKeys(Object.fromEntries(known.map(({ choice, call }) => [call.letter, () => setBegun(choice.call)])), !chosen);
  if (chosen)
    return (
      <DecisionForm key={begun} {...rest} call={chosen.call} choice={chosen.choice} onEnd={() => setBegun(undefined)} />
    );
  return (
    <div className="grid gap-2">
      {begun && <Notice tone="warning">{t('decide.gone')}</Notice>}
      {unknown.length > 0 && (
        <Notice tone="warning">{t('decide.unknown', { calls: unknown.map(({ call }) => call).join(', ') })}</Notice>
      )}
      {choices.length === 0 && <p className="text-t2">{nothing}</p>}
      <div className="flex flex-wrap gap-2 *:max-sm:grow">
        {known.map((one) => (
          <Button
            key={one.choice.call}
            variant={one.call.danger ? 'danger' : one === first ? 'primary' : 'secondary'}
            hint={one.call.letter}
            onClick={() => setBegun(one.choice.call)}
          >
            {t(one.call.name)}
          </Button>
        ))}
        {beside}
      </div>
    </div>
  );
}
