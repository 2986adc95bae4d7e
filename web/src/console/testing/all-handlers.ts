import { HttpResponse, http } from 'msw';
import type { Decision, Outcome, Proposal, ProposalDetail, ProposalState, Way } from '@/console/api/contract';
import { chatHandlers, makeConversations } from './chat-fixtures';
import { makeInbox, makeMe, OPERATOR, WAYS } from './fixtures';
import { meHandlers } from './me-fixtures';
import { memberHandlers } from './member-fixtures';
import { moneyHandlers } from './money-fixtures';
import { noticeHandlers } from './notice-fixtures';
import { offerHandlers } from './offer-fixtures';
import { pastHandlers } from './past-fixtures';
import { personHandlers } from './person-fixtures';
import { makeQueue, queueHandlers } from './queue-fixtures';
import { reportHandlers } from './report-fixtures';
import { restoreHandlers } from './restore-fixtures';
import { riskHandlers } from './risk-fixtures';
import { on, refuse } from './server';
import { settingHandlers } from './setting-fixtures';
import { staffHandlers } from './staff-fixtures';
import { tallyHandlers } from './tally-fixtures';
import { todayHandlers } from './today-fixtures';
import { viewHandlers } from './view-fixtures';

const STEP = {
  approve: ['done', 'Approved'],
  reject: ['rejected', 'Rejected'],
  withdraw: ['withdrawn', 'Withdrawn'],
  stop: ['stopped', 'Stopped'],
} as const satisfies Record<string, readonly [ProposalState, string]>;

/** The code that every second step and every confirmation of the fixtures takes. */
const CODE = '123456';
/** The passkey of the fixtures, as a device names it. */
export const PASSKEY = 'cGFzc2tleQ';

/** A house without faults, which remembers what was decided. Any password; the code is 123456. */
export function makeHandlers({
  inbox = makeInbox(),
  queue = makeQueue(),
  chats = makeConversations(),
  signedIn = true,
  /** What this operator confirms with. */
  confirms = ['totp', 'recovery'] as Way[],
} = {}) {
  const me = makeMe({ waiting: { mine: 0, proposals: inbox.filter(waitsForMe).length } });
  let inside = signedIn;
  const enter = () => {
    inside = true;
    return { operator: OPERATOR, session: me.session };
  };
  const checked = (code?: string) => {
    if (code !== CODE) throw refuse(401, 'WRONG_CREDENTIAL');
  };
  const find = (id: unknown) => {
    const found = inbox.find((proposal) => proposal.id === id);
    if (!found) throw refuse(404, 'NO_DATA');
    return found;
  };
  const decide = (what: keyof typeof STEP) =>
    on('post', `/api/proposal/{id}/${what}`, ({ body, params, request }): Outcome => {
      const proposal = find(params.id);
      requireDecision(body, request);
      if (what === 'approve' && request.headers.get('X-Confirmation') !== `proof-${proposal.id}`)
        throw refuse(403, 'CONFIRM_IDENTITY', { decision: proposal.id, ways: confirms });
      if (proposal.state !== 'open' && !(what === 'stop' && proposal.state === 'scheduled'))
        throw refuse(409, 'PROPOSAL_ENDED', { state: proposal.state });
      [proposal.state] = STEP[what];
      proposal.may = [];
      me.waiting.proposals = inbox.filter(waitsForMe).length;
      return {
        message: 'SUCCESS',
        says: `${STEP[what][1]}: ${proposal.subject}`,
        facts: [],
        subject: proposal.subject,
      };
    });
  let confirming = { decision: '', way: '' };
  return [
    // No socket here: the console falls back to polling.
    http.all('*/socket.io/*', () => new HttpResponse(null, { status: 404 })),
    on('get', '/api/signin', () => WAYS),
    on('post', '/api/signin/password', () => {
      throw refuse(401, 'SECOND_FACTOR', { ticket: 'ticket-1', ways: ['totp', 'recovery'] });
    }),
    on('post', '/api/signin/second', ({ body }) => {
      checked(body.code);
      return enter();
    }),
    on('post', '/api/signin/passkey', () => ({ ticket: 'ticket-3', options: { challenge: 'AAAA' } })),
    on('post', '/api/signin/passkey/finish', ({ body }) => {
      if (body.credential.id !== PASSKEY) throw refuse(401, 'WRONG_CREDENTIAL');
      return enter();
    }),
    on('post', '/api/signin/oidc', () => ({ url: 'https://login.example/authorize' })),
    on('post', '/api/signin/demo', enter),
    on('get', '/api/me', () => {
      if (!inside) throw refuse(401, 'INVALID_USER_4');
      return me;
    }),
    on('put', '/api/me/preference', ({ body }) => {
      me.preference = body;
      return { message: 'SUCCESS' as const };
    }),
    ...viewHandlers(),
    on('post', '/api/me/signout', () => {
      inside = false;
      return { message: 'SUCCESS' as const };
    }),
    on('post', '/api/me/confirm', ({ body }) => {
      confirming = body;
      const options = { challenge: 'AAAA' };
      return { ticket: 'ticket-2', ...(body.way === 'passkey' && { options }) };
    }),
    on('post', '/api/me/confirm/finish', ({ body }) => {
      if (confirming.way === 'passkey' && body.credential?.id !== PASSKEY) throw refuse(401, 'WRONG_CREDENTIAL');
      if (confirming.way === 'totp' || confirming.way === 'recovery') checked(body.code);
      return { confirmation: `proof-${confirming.decision}` };
    }),
    ...staffHandlers(confirms),
    ...meHandlers(confirms, enter),
    ...queueHandlers(queue),
    ...chatHandlers(chats),
    ...memberHandlers(),
    ...pastHandlers(),
    ...tallyHandlers(),
    ...todayHandlers(),
    ...moneyHandlers(),
    ...reportHandlers(),
    ...offerHandlers(confirms),
    ...riskHandlers(),
    ...noticeHandlers(),
    ...settingHandlers(),
    ...restoreHandlers(),
    ...personHandlers(inbox),
    on('get', '/api/proposal', ({ query }) => ({
      items: inbox.filter((proposal) => fits(proposal, query)),
      next: null,
      asOf: new Date().toISOString(),
      from: 'primary' as const,
    })),
    on('get', '/api/proposal/{id}', ({ params }): ProposalDetail => {
      const proposal = find(params.id);
      const ended = !['open', 'scheduled'].includes(proposal.state);
      return { ...proposal, now: ended ? [] : proposal.facts, changed: false, whyNot: null };
    }),
    ...(['approve', 'reject', 'withdraw', 'stop'] as const).map(decide),
  ];
}

function waitsForMe({ state, proposedBy }: Proposal): boolean {
  return state === 'open' && proposedBy !== OPERATOR.name;
}

function fits(proposal: Proposal, query: URLSearchParams): boolean {
  if (query.get('waitsForMe')) return waitsForMe(proposal);
  const asked = {
    by: proposal.proposedBy,
    state: proposal.state,
    action: proposal.action,
    member: proposal.member?.id,
  };
  return Object.entries(asked).every(([name, value]) => !query.has(name) || query.get(name) === value);
}

function requireDecision({ reason = '' }: Decision, request: Request): void {
  if (!request.headers.get('Idempotency-Key')) throw refuse(400, 'KEY_MISSING');
  if (reason.length < 3) throw refuse(400, 'REASON_REQUIRED');
}

export const allHandlers = makeHandlers();
