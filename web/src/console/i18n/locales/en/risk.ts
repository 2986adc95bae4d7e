import type { Translation } from '@/shared/i18n/types';
import type th from '../th/risk';

export default {
  'risk.title': 'Risk',
  'risk.lead': 'Members that have something in common. A group is a hint: nobody is refused anything because of it.',
  'risk.ways': 'What is in common',
  'risk.groups': 'Groups',
  'risk.group': 'A group of members',
  'risk.back': '← All groups',
  'risk.by.holder': 'Account holder’s name',
  'risk.by.payer': 'Paying account',
  'risk.by.device': 'Device',
  'risk.by.address': 'IP address',
  'risk.means.holder': 'Their registered accounts have a holder of one name, however it is spelt.',
  'risk.means.payer': 'One account paid in for these members.',
  'risk.means.device': 'They logged in with one browser.',
  'risk.means.address':
    'They logged in from one address in the last 30 days. Strangers on a mobile carrier have one address, too.',
  'risk.tie': 'In common',
  'risk.strength': 'Link',
  'risk.strength.strong': 'Strong',
  'risk.strength.medium': 'Medium',
  'risk.strength.weak': 'Weak',
  'risk.size': 'At least so many members',
  'risk.member': 'Member',
  'risk.members': 'Members',
  'risk.count': 'Count',
  'risk.since': 'Since',
  'risk.times': 'Times',
  'risk.deposits': 'Deposits',
  'risk.withdrawals': 'Withdrawals',
  'risk.bonus': 'Bonuses',
} satisfies Translation<typeof th>;
