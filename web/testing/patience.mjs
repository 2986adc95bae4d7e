/**
 * How long a state is waited for, in milliseconds: longer than any run takes, for a slow machine is late, not wrong. Who works
 * on a test that fails may want to hear of it sooner: KRAPAO_PATIENCE=5 npm run test:watch.
 */
export const PATIENCE = Number(process.env.KRAPAO_PATIENCE ?? 3600) * 1000;

/** What a test may take as a whole; what it waits for gives up before it, and says what did not come. */
export const TEST_PATIENCE = PATIENCE + 60_000;
