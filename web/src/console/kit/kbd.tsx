/** The key that does the same. Fingers have no keys, so it is hidden where there is no pointer. */
export function Kbd({ children }: { children: string }) {
  return (
    <span
      aria-hidden="true"
      className="inline-grid h-5 min-w-5 place-items-center rounded-s border border-current/30 px-1 font-sans text-xs leading-none font-normal pointer-coarse:hidden"
    >
      {children}
    </span>
  );
}
