import { useId } from 'react';
import { DYES, type Dye, dyeOf, seedOf } from './dyes';
import { Medallion, type Motif } from './medallion';
import { diamond } from './shapes';

interface Props {
  /** The same code always gives the same picture. */
  code: string;
  motif?: Motif;
  dye?: Dye;
  /** For cards with text on the lower part. Off if the picture is alone. */
  scrim?: boolean;
}

/**
 * Woven art in place of stock pictures: a field of diamonds (khit, sinh), a glow, a medallion for the game's kind and a
 * foil edge, drawn from a code. It fills its positioned parent; in a tall one the medallion stays at its side.
 */
export function Weave({ code, motif = 'plain', dye, scrim = true }: Props) {
  const seed = seedOf(code);
  const [ground, thread, foil] = DYES[dye ?? dyeOf(seed)];
  const id = useId();
  const step = 20 + ((seed >>> 4) % 5) * 4;
  const rings = Array.from(
    { length: 2 + ((seed >>> 9) % 2) },
    (_, ring, total = 2 + ((seed >>> 9) % 2)) => 1 - ring / total,
  );
  const url = (part: string) => `url(#${id}${part})`;
  return (
    <svg
      aria-hidden="true"
      className="absolute inset-0 size-full"
      viewBox="0 0 300 211"
      preserveAspectRatio="xMaxYMid slice"
    >
      <defs>
        <pattern id={`${id}p`} width={step} height={step * 1.25} patternUnits="userSpaceOnUse">
          {rings.map((scale) => (
            <path
              key={scale}
              d={diamond(step / 2, step * 0.625, (step / 2) * scale, step * 0.625 * scale)}
              fill="none"
              stroke={scale < 1 ? foil : thread}
              strokeWidth={scale < 1 ? 1 : 1.6}
              opacity={scale < 1 ? 0.55 : 0.9}
            />
          ))}
          <path d={diamond(step / 2, step * 0.625, 2)} fill={foil} />
        </pattern>
        <radialGradient id={`${id}b`} cx="74%" cy="30%" r="75%">
          <stop stopColor={thread} stopOpacity=".75" />
          <stop offset=".45" stopColor={thread} stopOpacity=".22" />
          <stop offset="1" stopColor={ground} stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${id}f`} x2="1" y2="1">
          <stop stopColor="#fff" />
          <stop offset=".5" stopColor={foil} />
          <stop offset="1" stopColor={thread} />
        </linearGradient>
        <linearGradient id={`${id}m`} x2="0" y2="1">
          <stop stopColor="#fff" stopOpacity=".6" />
          <stop offset=".75" stopColor="#fff" stopOpacity=".06" />
        </linearGradient>
        <mask id={`${id}k`}>
          <rect width="300" height="211" fill={url('m')} />
        </mask>
        <linearGradient id={`${id}s`} x2="0" y2="1">
          <stop offset=".3" stopColor="#0b1016" stopOpacity="0" />
          <stop offset="1" stopColor="#0b1016" stopOpacity=".93" />
        </linearGradient>
      </defs>
      <rect width="300" height="211" fill={ground} />
      <rect width="300" height="211" fill={url('p')} mask={url('k')} />
      <rect width="300" height="211" fill={url('b')} />
      {motif !== 'plain' && <Medallion motif={motif} seed={seed} ground={ground} thread={thread} foil={url('f')} />}
      {scrim && <rect width="300" height="211" fill={url('s')} />}
      <path d="M0 1h300" stroke={url('f')} strokeWidth="2" opacity=".7" />
    </svg>
  );
}
