/** Banks are recognised by their colours. Text on the chip is dark if the colour is light. */
const COLORS: Record<string, string> = {
  KBANK: '#0d7a25',
  SCB: '#4e2e7f',
  KTB: '#1ba5e1',
  BBL: '#1e4598',
  BAY: '#fec43b',
  TMB: '#0f6fae',
  TTB: '#0f6fae',
  GSB: '#c9106f',
  BAAC: '#367512',
  UOB: '#0b3979',
  CIMB: '#7e2f36',
  KKP: '#0f7594',
  TISCO: '#12549f',
  LHB: '#5f6063',
  LHBANK: '#5f6063',
  GHB: '#f57d23',
  ICBC: '#c50f1c',
  BCEL: '#c8102e',
  LDB: '#005baa',
  JDB: '#0a6f43',
  APB: '#2f7d32',
  TRUEMONEY: '#f88520',
  TRUEWALLET: '#f88520',
  // Gateways have no colour that members know, so they use ours.
  WW: '#2b6cb0',
  FP: '#6d3bd1',
  PAYONEX: '#0f766e',
};
const UNKNOWN = '#4a637d';
const LIGHT = new Set(['BAY', 'KTB', 'GHB', 'TRUEMONEY', 'TRUEWALLET']);

/** A bank's colour with the first letters of its code. It is decorative: the bank's name is beside it. */
export function BankChip({ code, size = 'm' }: { code: string; size?: 's' | 'm' }) {
  const box = size === 's' ? 'size-7 text-2xs' : 'size-10 text-xs';
  return (
    <span
      aria-hidden="true"
      style={{ backgroundColor: COLORS[code] ?? UNKNOWN }}
      className={`grid shrink-0 place-items-center rounded-s font-semibold ${box} ${LIGHT.has(code) ? 'text-ongold' : 'text-paper'}`}
    >
      {code.slice(0, code.length > 4 ? 2 : 3)}
    </span>
  );
}
