import { type Call, call } from './call';

/** The decisions about a proposal (OPERATOR-API.md, section 3). */
export const PROPOSAL_CALLS = {
  approveProposal: call('/api/proposal/{id}/approve', { name: 'call.approveProposal', letter: 'a', fields: {} }),
  rejectProposal: call('/api/proposal/{id}/reject', {
    name: 'call.rejectProposal',
    letter: 'r',
    danger: true,
    fields: {},
  }),
  withdrawProposal: call('/api/proposal/{id}/withdraw', {
    name: 'call.withdrawProposal',
    letter: 'w',
    danger: true,
    fields: {},
  }),
  stopProposal: call('/api/proposal/{id}/stop', { name: 'call.stopProposal', letter: 's', danger: true, fields: {} }),
} satisfies Record<string, Call>;
