export declare const PATIENCE: number;
export declare const TEST_PATIENCE: number;
