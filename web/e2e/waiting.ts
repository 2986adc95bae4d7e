import { type APIRequestContext, expect } from '@playwright/test';
import { Calls } from './calls';
import { decides, sessionOf } from './decides';
import { holderOf, memberToken, newPerson } from './member';
import type { Product } from './product';
import { type Payer, Sandbox } from './sandbox';

// What waits for a person, brought about as it comes about: by members, by the outside and its faults, and by a colleague.
//
// Five kinds of the queue are not here. A wallet link is a person's after a day. A payout takes two persons at all times, and
// nothing is decided about a reversal. A pair of one name is found by an upgrade, and a line of a restored store by a
// restoration (restore.spec.ts).

/** The house's accounts: a statement is read of the first, and slips are sent of the second. */
const BY_FEED = { toBank: 'SCB', toAccount: '4068123456' };
const BY_SLIP = { toBank: 'KTB', toAccount: '9831234567' };

const DAY_MS = 86_400_000;

/** How many transfers one member may have declared at once. */
const MOST_DECLARED = 3;

/** Three games whose providers know a transfer by its reference: what happens at one does not stop the others. */
const [PLAYED, DOUBTED, COMPARED] = ['joker', 'superslot', 'joker2'];

/** The house's day, which may end meanwhile. */
const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Bangkok' });

interface Somebody {
  /** The account that it has registered. */
  own: Payer;
  id: string;
  calls: Calls;
}

export class Waiting {
  private readonly sandbox: Sandbox;
  private readonly stranger: Payer;

  private constructor(
    private readonly request: APIRequestContext,
    private readonly product: Product,
    /** The session of a colleague. */
    private readonly mai: Record<string, string>,
  ) {
    this.sandbox = new Sandbox(request, product.sandbox);
    const person = newPerson();
    this.stranger = { fromBank: 'BBL', fromAccount: person.accountNo, fromName: holderOf(person) };
  }

  static async in(request: APIRequestContext, product: Product): Promise<Waiting> {
    return new Waiting(request, product, await sessionOf(request, product, 'mai'));
  }

  /** What comes every morning: so much of a stranger's money by statement, and so many each of the three others. */
  async usual(byStatement: number, each: number): Promise<void> {
    await this.product.operator('payouts', 'stop', '--reason', 'the bank asked us to wait');
    for (let place = 0; place < each; place++) {
      if (place < byStatement) await this.sandbox.send(this.stranger, BY_FEED, 301 + place);
      const { own, calls } = await this.member();
      if (place % MOST_DECLARED === 0) {
        for (let more = place; more < Math.min(place + MOST_DECLARED, each); more++) {
          await calls.post('/api/wallet/add', { amount: 711 + more });
        }
      }
      await calls.deposit(200, own);
      await calls.post('/api/wallet/withdraw', { amount: 150 });
      const { qrcodeId } = await calls.post('/api/qrcode/WW', { amount: 101 + place });
      await this.sandbox.pay(qrcodeId, this.stranger);
    }
  }

  /**
   * One of each of the other kinds a day, and a stranger's money more, which comes with the slip. Most of a day is about one
   * member.
   */
  async badDays(days: number): Promise<void> {
    for (let day = 1; day <= days; day++) {
      const member = await this.member();
      await this.asksForAPerson(member);
      await this.strangersSlip(member);
      await this.unreadableLine();
      await this.owes(member, day);
      await member.calls.deposit(300, member.own);
      await this.unsettled(member);
      await this.differs(member);
      await this.decided('/adjustment', 'PROPOSED', { member: member.id, way: 'give', amount: 5 });
      const gone = await this.member();
      await this.decided(`/member/${gone.id}/close`, 'SUCCESS');
      await this.decided(`/member/${gone.id}/erase`, 'PROPOSED');
    }
  }

  private async member(): Promise<Somebody> {
    const person = newPerson();
    const calls = new Calls(this.request, this.product, await memberToken(this.request, this.product, person));
    const { profile } = await calls.get('/api/account/profile');
    const own = { fromBank: 'KBANK', fromAccount: person.accountNo, fromName: holderOf(person) };
    return { own, id: profile._id, calls };
  }

  /** A conversation that the rules have handed over. */
  private async asksForAPerson({ id, calls }: Somebody): Promise<void> {
    const message = { message_type: 'postback', payload: { title: 'A person', payload: 'person' } };
    const from = { userId: id, guestId: null, sender: 'customer', clientId: 'a person, please' };
    await calls.post('/api/chat/send-message', { ...from, message });
  }

  /** A first slip from the member's own account, as far as its four digits are shown, and by another name. */
  private async strangersSlip({ own, calls }: Somebody): Promise<void> {
    await calls.slip(await this.sandbox.transfer({ ...own, fromName: 'MALEE SUKJAI' }, BY_SLIP, 431));
  }

  /** A line of a statement that can't have been: its time is in three days. */
  private async unreadableLine(): Promise<void> {
    await this.sandbox.send(this.stranger, BY_FEED, 77, new Date(Date.now() + 3 * DAY_MS));
  }

  /** The bank takes back what the member has in a game by then, so it owes it. It is in its wallet again when it is to pay. */
  private async owes({ own, calls }: Somebody, debts: number): Promise<void> {
    const { ref } = await this.sandbox.send(own, BY_FEED, 150);
    const inWallet = async () => (await calls.get('/api/wallet')).wallet.amount;
    await expect.poll(inWallet, 'the statement is read').toBe(150);
    await calls.get(`/api/wallet/activate/${PLAYED}`);
    await calls.intoGame(PLAYED, 150);
    await this.sandbox.reverse(ref);
    await expect.poll(() => this.debts(), 'the bank took it back').toBe(debts);
    await calls.post('/api/wallet/transfer', { from: PLAYED, to: 'WALLET', amount: 150 });
    await expect.poll(inWallet, 'the game has given it back').toBe(150);
  }

  /** A transfer without an answer. By the time the provider can be asked, it says that it moved more than was ordered. */
  private async unsettled({ calls }: Somebody): Promise<void> {
    await calls.get(`/api/wallet/activate/${DOUBTED}`);
    const target = `game:${DOUBTED}`;
    await this.sandbox.fault({ target, op: 'check', mode: 'down', count: 1_000_000 });
    await this.sandbox.fault({ target, op: 'move', mode: 'garbage' });
    const { reference } = await calls.post('/api/wallet/transfer', { from: 'WALLET', to: DOUBTED, amount: 40 });
    await this.sandbox.correct(DOUBTED, reference, { amount: 50 });
    await this.sandbox.clearFaults();
  }

  /** A transfer that the provider no longer knows, and a colleague who has the day compared. */
  private async differs({ calls }: Somebody): Promise<void> {
    await calls.get(`/api/wallet/activate/${COMPARED}`);
    const before = today();
    const reference = await calls.intoGame(COMPARED, 40);
    await this.sandbox.correct(COMPARED, reference, { forget: true });
    for (const day of new Set([before, today()])) await this.decided(`/reconcile/${COMPARED}/${day}`, 'SUCCESS');
  }

  /** What the colleague decides, or proposes where it takes two. */
  private async decided(path: string, becomes: 'SUCCESS' | 'PROPOSED', data: object = {}): Promise<void> {
    const why = { reason: 'it asked for it', evidence: 'what it says in its chat' };
    const { message } = await decides(this.request, this.product, path, { ...why, ...data }, this.mai);
    expect(message, path).toBe(becomes);
  }

  /** How many owe something. */
  private async debts(): Promise<number> {
    const headers = { 'X-Requested-With': 'krapao-operator', ...this.mai };
    const counts: { kind: string; count: number }[] = await (
      await this.request.get(`${this.product.console}/api/queue/count`, { headers })
    ).json();
    return counts.find(({ kind }) => kind === 'receivable')?.count ?? 0;
  }
}
