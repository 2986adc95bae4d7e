export declare const CHROMIUM: string;
export declare const ENGINE: string;
export declare const BRIEF: string;
export declare const QUIET: string[];
