/** SPEC.md §9: amounts offered with one tap, in baht. */
const PRESETS: Record<string, readonly number[]> = {
  KBANK: [10, 20, 50, 100, 500, 1000],
  WW: [100, 200, 300, 500, 1000],
  PAYONEX: [100, 200, 300, 500, 1000],
  FP: [10, 50, 100, 500, 1000],
};

/** The presets of a bank that its minimum allows. */
export function presets(bankCode: string, minimum: number): readonly number[] {
  return (PRESETS[bankCode] ?? [100, 200, 500, 1000]).filter((amount) => amount >= minimum);
}

/** The least a bank's QR code can be for: the operator's setting, else SPEC.md §5's. */
export function minimumOf(bankCode: string, settings: Record<string, number>): number {
  return settings[bankCode] ?? 1;
}
