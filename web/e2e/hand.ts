import { expect, type Page } from '@playwright/test';

/** What an item of a kind may cost. */
export interface Cost {
  /** Keys, and lines that are typed. */
  actions: number;
  /** Calls that change something. What others are told besides (that somebody writes, what has been read) is none. */
  calls: number;
}

interface Took {
  items: number;
  actions: number;
  requests: number;
}

const TOLD = /\/(read|typing)$/;

/** An operator's hand on the keyboard: what it does item by item, and what the page asks the server for that. */
export class Hand {
  readonly asked: string[] = [];
  private readonly took = new Map<string, Took>();
  private actions = 0;
  private before = 0;
  private began = 0;

  constructor(private readonly page: Page) {
    page.on('request', (one) => {
      const { pathname } = new URL(one.url());
      if (pathname.startsWith('/api/')) this.asked.push(`${one.method()} ${pathname}`);
    });
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.actions += 1;
      await this.page.keyboard.press(key);
    }
  }

  async types(text: string): Promise<void> {
    this.actions += 1;
    await this.page.keyboard.type(text);
  }

  /** The first item is there. */
  begins(): void {
    this.began = Date.now();
    this.goesOn();
  }

  /** An item of a kind is decided, and the next one is there. */
  ends(kind: string, most: Cost): void {
    const asked = this.asked.slice(this.before);
    const calls = asked.filter((one) => one.startsWith('POST') && !TOLD.test(one));
    expect(this.actions, `actions of ${kind}`).toBeLessThanOrEqual(most.actions);
    expect(calls, `calls of ${kind}`).toHaveLength(most.calls);
    const { items = 0, actions = 0, requests = 0 } = this.took.get(kind) ?? {};
    this.took.set(kind, {
      items: items + 1,
      actions: actions + this.actions,
      requests: requests + asked.length,
    });
    this.goesOn();
  }

  /** Prints what it took, in all and by kind. */
  says(): void {
    const seconds = Math.round((Date.now() - this.began) / 1000);
    console.log(`${said([...this.took.values()])}, of ${this.took.size} kinds, in ${seconds} s of this browser`);
    for (const [kind, of] of this.took) console.log(`  ${kind}: ${said([of])}`);
  }

  private goesOn(): void {
    this.actions = 0;
    this.before = this.asked.length;
  }
}

function said(all: Took[]): string {
  const sum = (what: keyof Took) => all.reduce((total, one) => total + one[what], 0);
  const each = (what: keyof Took) => (sum(what) / sum('items')).toFixed(1);
  return `${sum('items')} items, each ${each('actions')} actions and ${each('requests')} requests`;
}
