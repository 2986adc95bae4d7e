import type { Page, Request } from '@playwright/test';

export declare function hearing(page: Page, comes?: (request: Request) => boolean): () => Promise<void>;
