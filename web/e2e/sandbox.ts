import { type APIRequestContext, expect } from '@playwright/test';

/** The account that pays. */
export interface Payer {
  fromBank: string;
  fromAccount: string;
  fromName: string;
}

/** An account of the house. */
interface Account {
  toBank: string;
  toAccount: string;
}

/** The sandbox's control API (SANDBOX.md), for what a journey does without the member's part. */
export class Sandbox {
  constructor(
    private readonly request: APIRequestContext,
    private readonly url: string,
  ) {}

  private async post<Answer>(path: string, data: unknown): Promise<Answer> {
    const answer = await this.request.post(`${this.url}/sandbox/${path}`, { data });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  }

  async fault(fault: { target: string; op?: string; mode: string; count?: number; delayMs?: number }): Promise<void> {
    await this.post('faults', fault);
  }

  /** Pays a code as the member's bank would. Only gateways that name the payer get the payer's account. */
  async pay(qrcodeId: string, payer: Payer = { fromBank: 'KBANK', fromAccount: '', fromName: '' }): Promise<void> {
    await this.post(`bank/qr/${qrcodeId}/pay`, payer);
  }

  /** Pays a code so that its gateway holds the payment. Returns the bank's reference. */
  async hold(qrcodeId: string, payer: Payer): Promise<string> {
    return (await this.post<{ ref: string }>(`bank/qr/${qrcodeId}/pay`, { ...payer, hold: true })).ref;
  }

  /** The gateway's decision about a payment that it holds. */
  async decide(ref: string, result: 'settle' | 'reject'): Promise<void> {
    await this.post(`bank/payments/${ref}`, { result });
  }

  /** A bank transfer to one of our accounts; returns its slip as a PNG. */
  async transfer(payer: Payer, to: Account, amount: number): Promise<Buffer> {
    const { slip } = await this.send(payer, to, amount);
    return (await this.request.get(this.url + slip)).body();
  }

  /** A bank transfer whose slip nobody looks at, by the bank's clock or at a time that the bank says. */
  send(payer: Payer, to: Account, amount: number, at?: Date): Promise<{ ref: string; slip: string }> {
    return this.post('bank/transfer', { ...payer, ...to, amount, at });
  }

  /** The bank takes a transfer back. */
  async reverse(ref: string): Promise<void> {
    await this.post('bank/reverse', { ref });
  }

  /** A gift link of the voucher shop. */
  async voucher(amount: number): Promise<string> {
    return (await this.post<{ link: string }>('truemoney/voucher', { amount })).link;
  }

  /** Plays a round at a game without the member's part: its bet and its win, in the game's credits. */
  async round(game: string, username: string, round: { bet: number; win: number }): Promise<void> {
    await this.post(`games/${game}/${username}/round`, round);
  }

  /** What a provider does to a transfer that it has, without the wallet: it moved another amount, or knows nothing of it any more. */
  async correct(game: string, reference: string, as: { amount: number } | { forget: true }): Promise<void> {
    const correct = () =>
      this.request.post(`${this.url}/sandbox/games/${game}/moves/${reference}/correct`, { data: as });
    await expect.poll(async () => (await correct()).ok(), `${game} has ${reference}`).toBe(true);
  }

  /** Waits until a call has met this fault. That call may still be running. */
  async met(fault: { target: string; mode: string }): Promise<void> {
    const calls = async (): Promise<{ target: string; mode: string; calls: number }[]> =>
      (await this.request.get(`${this.url}/sandbox/calls`)).json();
    const met = async () => (await calls()).some(({ target, mode }) => target === fault.target && mode === fault.mode);
    await expect.poll(met, `a call of ${fault.target} is ${fault.mode}`).toBe(true);
  }

  async clearFaults(): Promise<void> {
    await this.request.delete(`${this.url}/sandbox/faults`);
  }

  async totals(): Promise<{ qrIn: number; payoutsSettled: number; games: Record<string, { balance: number }> }> {
    return (await this.request.get(`${this.url}/sandbox/totals`)).json();
  }
}
