/** The product's sign. */
export function Mark({ large = false }: { large?: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 360 360"
      className={`shrink-0 text-gold ${large ? 'size-12' : 'size-6'}`}
      fill="none"
      stroke="currentColor"
    >
      <path d="m180 9 171 171-171 171L9 180z" strokeWidth="20" />
      <path d="m180 62 118 118-118 118L62 180z" strokeWidth="10" opacity=".55" />
      <path d="m180 110 70 70-70 70-70-70z" fill="currentColor" stroke="none" />
    </svg>
  );
}
