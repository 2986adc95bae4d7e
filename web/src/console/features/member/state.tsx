import type { MemberRef } from '@/console/api/contract';
import { lookUp, useI18n } from '@/console/i18n';
import type { PlainKey } from '@/console/i18n/types';
import { State } from '@/console/kit/state';

const SHOWN: Record<MemberRef['state'], { tone: 'jade' | 'gold' | 'coral' | 'grey'; name: PlainKey }> = {
  active: { tone: 'jade', name: 'member.active' },
  'shut out': { tone: 'gold', name: 'member.shutOut' },
  deactivated: { tone: 'coral', name: 'member.deactivated' },
  closed: { tone: 'grey', name: 'member.closed' },
};

/** What a list of members is narrowed to. */
export const STATES = ['active', 'shut out', 'deactivated', 'closed'] as const satisfies MemberRef['state'][];

export const stateName = (state: MemberRef['state']): PlainKey => SHOWN[state].name;

/** Whether a member may log in and play, and what the house has marked it with. */
export function MemberState({ member: { state, flags } }: { member: MemberRef }) {
  const { t } = useI18n();
  const { tone, name } = SHOWN[state];
  return (
    <>
      <State tone={tone}>{t(name)}</State>
      {flags.map((flag) => (
        <State key={flag} tone="sky">
          {lookUp(`flag.${flag}`) ?? flag}
        </State>
      ))}
    </>
  );
}
