/** A box that reserves the place of loading content. Give it the content's size, so that nothing jumps. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`block animate-pulse rounded-m bg-s3 ${className}`} />;
}
