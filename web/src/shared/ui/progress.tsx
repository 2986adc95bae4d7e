interface Props {
  label: string;
  /** From 0 to 1. */
  part: number;
  /** The texts under the bar's two ends. */
  from: string;
  to: string;
}

/** Progress as a bar, with its figures as text. */
export function Progress({ label, part, from, to }: Props) {
  return (
    <div className="grid gap-1.5">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={Math.floor(part * 100)}
        className="h-2.5 overflow-hidden rounded-full bg-s3"
      >
        <div
          className="h-full rounded-full bg-lotus transition-[width] duration-250 ease-out"
          style={{ width: `${part * 100}%` }}
        />
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 text-s tabular-nums">
        <span className="text-t2">{from}</span>
        <span className="font-semibold">{to}</span>
      </p>
    </div>
  );
}
