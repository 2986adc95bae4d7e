import type { APIRequestContext } from '@playwright/test';

/** The sandbox's control API (SANDBOX.md), for what a journey does behind the member's back. */
export class Sandbox {
  constructor(
    private readonly request: APIRequestContext,
    private readonly url: string,
  ) {}

  async fault(fault: { target: string; op?: string; mode: string; count?: number; delayMs?: number }): Promise<void> {
    const answer = await this.request.post(`${this.url}/sandbox/faults`, { data: fault });
    if (!answer.ok()) throw new Error(`fault: ${answer.status()} ${await answer.text()}`);
  }

  /** Pays a code as the member's bank would. */
  async pay(qrcodeId: string): Promise<void> {
    const answer = await this.request.post(`${this.url}/sandbox/bank/qr/${qrcodeId}/pay`, {
      data: { fromBank: 'KBANK', fromAccount: '', fromName: '' },
    });
    if (!answer.ok()) throw new Error(`pay: ${answer.status()} ${await answer.text()}`);
  }

  async clearFaults(): Promise<void> {
    await this.request.delete(`${this.url}/sandbox/faults`);
  }

  async totals(): Promise<{ qrIn: number; payoutsSettled: number; games: Record<string, { balance: number }> }> {
    return (await this.request.get(`${this.url}/sandbox/totals`)).json();
  }
}
