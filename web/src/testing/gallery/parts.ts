import type { ReactNode } from 'react';

/** The parts of the kit by their files in shared/ui, each with its states, grouped by subject. */
export type Parts = Record<string, Record<string, ReactNode>>;
