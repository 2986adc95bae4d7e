import { diamond, star } from './shapes';

export type Motif = 'slot' | 'sport' | 'lotto' | 'plain';

const CX = 222;
const CY = 78;

interface Props {
  motif: Exclude<Motif, 'plain'>;
  seed: number;
  ground: string;
  thread: string;
  foil: string;
}

/** The star at the upper right, with the symbol of the game's kind: gems, a ball, three drawn numbers. */
export function Medallion({ motif, seed, ground, thread, foil }: Props) {
  const points = 6 + ((seed >>> 11) % 4) * 2;
  return (
    <g>
      <path d={star(CX, CY, points, 58, 44)} fill={ground} opacity=".75" />
      <path d={star(CX, CY, points, 58, 44)} fill="none" stroke={foil} strokeWidth="2" />
      <path
        d={star(CX, CY, points, 46, 30, Math.PI / points)}
        fill="none"
        stroke={thread}
        strokeWidth="1.2"
        opacity=".8"
      />
      {motif === 'slot' && <Gems foil={foil} />}
      {motif === 'sport' && <Ball foil={foil} />}
      {motif === 'lotto' && <Numbers seed={seed} ground={ground} foil={foil} />}
    </g>
  );
}

function Gems({ foil }: { foil: string }) {
  return (
    <g fill={foil}>
      <path d={diamond(CX, CY, 17, 23)} />
      <path d={diamond(CX - 22, CY, 8, 12)} opacity=".75" />
      <path d={diamond(CX + 22, CY, 8, 12)} opacity=".75" />
    </g>
  );
}

function Ball({ foil }: { foil: string }) {
  const seams = `M${CX} ${CY - 22}v12M${CX - 21} ${CY - 7}l12 4M${CX + 21} ${CY - 7}l-12 4M${CX - 13} ${CY + 18}l7-10M${CX + 13} ${CY + 18}l-7-10`;
  return (
    <g fill="none" stroke={foil} strokeWidth="3">
      <circle cx={CX} cy={CY} r="22" />
      <path d={star(CX, CY, 5, 10, 8.1) + seams} />
    </g>
  );
}

function Numbers({ seed, ground, foil }: { seed: number; ground: string; foil: string }) {
  return (
    <g fill={foil} fontFamily="Anuphan" fontWeight="600" fontSize="17" textAnchor="middle">
      {[-1, 0, 1].map((place) => (
        <g key={place}>
          <circle cx={CX + place * 19} cy={CY + place ** 2 * 7 - 4} r="12.5" />
          <text x={CX + place * 19} y={CY + place ** 2 * 7 + 2} fill={ground}>
            {(seed >>> ((place + 1) * 4)) % 10}
          </text>
        </g>
      ))}
    </g>
  );
}
