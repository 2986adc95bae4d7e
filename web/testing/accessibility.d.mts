import type { Page } from '@playwright/test';

export declare function violationsOf(page: Page): Promise<string[]>;
