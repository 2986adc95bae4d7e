import type { Plugin } from 'vite';

export declare function pseudo(text: string): string;
export declare const pseudoTexts: Plugin;
