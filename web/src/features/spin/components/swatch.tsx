/** A slice's colour beside its name. */
export const Swatch = ({ color }: { color: string }) => (
  <span
    aria-hidden="true"
    style={{ backgroundColor: color }}
    className="size-3 shrink-0 rotate-45 rounded-[2px] outline outline-control"
  />
);
