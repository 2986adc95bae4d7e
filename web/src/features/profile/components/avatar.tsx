/** The first letter of a name with its combining marks, in a diamond. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className="relative grid size-24 place-items-center text-2xl font-semibold text-gold" aria-hidden="true">
      <svg aria-hidden="true" viewBox="0 0 96 96" className="absolute inset-0" stroke="currentColor">
        <path d="M48 3l45 45-45 45L3 48z" className="fill-s2" strokeWidth="2" />
        <path d="M48 14l34 34-34 34-34-34z" fill="none" opacity=".35" />
      </svg>
      <span className="relative">{initial(name)}</span>
    </span>
  );
}

/** Thai and Lao stack vowels and tones on a letter; cutting by code unit would separate them. */
function initial(name: string): string {
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim());
  for (const { segment } of segments) return segment.toLocaleUpperCase();
  return '';
}
