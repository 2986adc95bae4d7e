import type { OfferCampaign, OfferDetail, OfferGrant } from '@/console/api/contract';
import { ago, makeMember } from './fixtures';
import { on, refuse } from './server';

const DAYS: OfferDetail['days'] = [
  { day: '2026-11-20', grants: 12, credit: 9_450, returned: 1_120, deposits: 14_300, succeeded: 4, active: 0 },
  { day: '2026-11-21', grants: 29, credit: 19_000, returned: 5_000, deposits: 27_000, succeeded: 5, active: 12 },
];

const grant = (changes: Partial<OfferGrant>): OfferGrant => ({
  id: 'c1',
  member: makeMember(),
  state: 'active',
  credit: 500,
  deposit: 500,
  required: 12_000,
  returned: 0,
  grantedAt: ago(120),
  endedAt: null,
  ...changes,
});

const GRANTS: OfferGrant[] = [
  grant({}),
  grant({
    id: 'c2',
    member: makeMember({
      id: 'm77',
      name: 'Maximilian Alexander von Habsburg-Lothringen Wongsakorn',
      flags: ['watch'],
    }),
    state: 'success',
    credit: 1_000,
    deposit: 1_000,
    endedAt: ago(60),
  }),
  grant({ id: 'c3', member: null, state: 'given_up', credit: 300, required: 0, returned: 300, endedAt: ago(200) }),
];

/** A campaign with its days and its grants; one that was granted to nobody has neither. */
export function campaignHandlers(campaigns: readonly OfferCampaign[]) {
  const find = (code: unknown) => {
    const found = campaigns.find((one) => one.code === code);
    if (!found) throw refuse(404, 'NO_DATA');
    return found;
  };
  const some = ({ lately }: OfferCampaign) => lately.grants > 0;
  return [
    on('get', '/api/campaign/{source}/{code}/grant', ({ params }) => ({
      items: some(find(params.code)) ? GRANTS : [],
      next: null,
      asOf: ago(0),
      from: 'primary' as const,
    })),
    on('get', '/api/campaign/{source}/{code}', ({ params }): OfferDetail => {
      const one = find(params.code);
      return { ...one, days: some(one) ? DAYS : [] };
    }),
  ];
}
