import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { useAcceptsTaps } from '@/shared/hooks/use-accepts-taps';
import { useI18n } from '@/shared/i18n';
import { Button } from './button';

interface Props {
  open: boolean;
  title: string;
  children?: ReactNode;
  /** The label of the confirming button: the action, not "OK". */
  action: string;
  /** The label of the other one, if "cancel" could be taken for the action. */
  keep?: string;
  danger?: boolean;
  pending?: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** The dialog of a question before a step that can't be undone. Use it through Question, which fetches this code. */
export default function Confirm({ open, title, children, action, keep, danger, pending, onConfirm, onCancel }: Props) {
  const { t } = useI18n();
  const acceptsTaps = useAcceptsTaps(open);
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && !pending) onCancel();
      }}
    >
      <AlertDialog.Portal>
        {/* Also over a sheet, which would be as bright as the question. */}
        <AlertDialog.Backdrop
          forceRender
          className="fixed inset-0 z-(--z-index-sheet) bg-ink/75 transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <AlertDialog.Popup
          className={`fixed top-1/2 left-1/2 z-(--z-index-sheet) grid w-[calc(100vw-40px)] max-w-[400px] -translate-1/2 gap-2 rounded-xl border border-line bg-s1 p-5 outline-none transition-[transform,opacity] duration-200 ease-out data-ending-style:opacity-0 data-starting-style:scale-96 data-starting-style:opacity-0 ${acceptsTaps ? '' : 'pointer-events-none'}`}
        >
          <AlertDialog.Title className="text-l font-semibold">{title}</AlertDialog.Title>
          {/* A div: the text before the action may have more than one paragraph. */}
          <AlertDialog.Description render={<div />} className="text-s text-t2">
            {children}
          </AlertDialog.Description>
          {/* Side by side if both texts fit on a line, otherwise one above the other. */}
          <div className="mt-3 flex flex-wrap gap-3 *:grow">
            <Button variant="secondary" onClick={onCancel} disabled={pending ?? false}>
              {keep ?? t('confirm.cancel')}
            </Button>
            <Button variant={danger ? 'danger' : 'primary'} onClick={onConfirm} pending={pending ?? false}>
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
