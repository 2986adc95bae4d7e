import type { ReactNode } from 'react';

/** The parts of the kit by their files in shared/ui, each with its states by what they are. */
export type Parts = Record<string, Record<string, ReactNode>>;
