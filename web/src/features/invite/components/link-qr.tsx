import { qrOf } from '@/shared/lib/qr';

/** A text as a QR code. */
export default function LinkQr({ text, label }: { text: string; label: string }) {
  const { size, path } = qrOf(text);
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
