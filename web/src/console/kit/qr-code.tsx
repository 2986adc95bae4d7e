import { qrOf } from '@/shared/lib/qr';

/** A code for a telephone's camera, black on white in every theme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = qrOf(text);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-m"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
