import { encode } from 'uqr';

/** A text as a QR code. */
export default function LinkQr({ text, label }: { text: string; label: string }) {
  // Four white modules around it, as the standard requires: phones can't find its edge on a dark background.
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-[232px] rounded-m bg-paper"
    >
      <path d={path} className="fill-ink" />
    </svg>
  );
}
