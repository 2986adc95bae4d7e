/** A box that holds the place of what is loading. Give it the size of the thing, so that nothing jumps. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`block animate-pulse rounded-m bg-s3 ${className}`} />;
}
