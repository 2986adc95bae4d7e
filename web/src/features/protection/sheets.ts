/** One chunk: these sheets are small and belong together, and one chunk weighs half of what they would apart. */
export { ExportSheet } from './export-sheet';
export { LimitSheet } from './limit-sheet';
export { PauseSheet } from './pause-sheet';
export { ProtectionSheet } from './protection-sheet';
export { SessionsSheet } from './sessions-sheet';
