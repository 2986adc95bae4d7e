import { lookUp } from '@/console/i18n';

/** The place of campaigns in the address, where a section's name is otherwise. */
export const CAMPAIGNS = 'campaigns';

/** The sections in groups, as a person looks for them. */
export const GROUPS = [
  { name: 'offer.offers', sections: ['bonus', 'promotions', 'wheel', 'coins', 'refund', 'invite', 'budgets'] },
  { name: 'offer.site', sections: ['texts', 'info', 'contact', 'howto', 'chat', 'promises', 'settings'] },
  { name: 'offer.money', sections: ['depositAccounts', 'deposit', 'withdraw', 'protection', 'banks', 'links'] },
  { name: 'offer.games', sections: ['games', 'sources'] },
] as const;

/** What a section is called. A newer server may have sections without a text here: then its own name is shown. */
export const sectionName = (section: string) => lookUp(`section.${section}`) ?? section;

/** The group of a section that this page does not know. */
export const REST = 'offer.rest';
