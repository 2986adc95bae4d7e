/** A number beside an axis: 1,500,000 is 1.5M. */
export const short = (value: number) =>
  Math.abs(value) >= 1e6 ? `${value / 1e6}M` : Math.abs(value) >= 1e3 ? `${value / 1e3}k` : String(value);
