/** One chunk: they are small, of one errand, and together weigh half of what they would apart. */
export { LimitSheet } from './limit-sheet';
export { PauseSheet } from './pause-sheet';
export { ProtectionSheet } from './protection-sheet';
export { SessionsSheet } from './sessions-sheet';
