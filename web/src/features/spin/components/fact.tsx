import { CopyButton } from '@/shared/ui/copy-button';

/**
 * A long value that nobody reads but some may want to keep: complete, with line breaks where needed, and a copy button.
 */
export function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-center gap-2 rounded-m bg-s2 py-1 pr-1 pl-3">
      <div className="min-w-0 flex-1">
        <p className="text-xs text-t3">{name}</p>
        <p className="text-xs break-all tabular-nums" translate="no">
          {value}
        </p>
      </div>
      <CopyButton value={value} name={name} />
    </div>
  );
}
