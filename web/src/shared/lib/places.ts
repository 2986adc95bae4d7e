/** The wallet's name as an end of a transfer; every other name is a game's code. */
export const WALLET = 'WALLET';

/** Least amount of a transfer in baht (SPEC.md §5). */
export const MINIMUM = 1;
