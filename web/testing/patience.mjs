/**
 * How long a test waits for a state, in milliseconds: longer than any run takes, because a slow machine is late, not
 * wrong. KRAPAO_PATIENCE=5 npm run test:watch reports sooner, for work on a failing test.
 */
export const PATIENCE = Number(process.env.KRAPAO_PATIENCE ?? 3600) * 1000;

/** The time limit of a whole test. Its waits end before it, and say what did not come. */
export const TEST_PATIENCE = PATIENCE + 60_000;
