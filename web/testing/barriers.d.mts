import type { Page } from '@playwright/test';

export declare function barriersOf(page: Page): Promise<string[]>;
