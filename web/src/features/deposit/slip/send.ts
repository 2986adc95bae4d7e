import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { MONEY, slipsKey } from '@/features/wallet/queries';
import { invalidate } from '@/shared/api/invalidate';
import { withTapKey } from '@/shared/api/tap-key';
import { upload } from '@/shared/api/upload';
import type { SlipUploaded } from '@/shared/api/wire';
import { redrawn, sendOrRedraw } from '@/shared/lib/redrawn';
import { slipWindowQuery } from '../queries';
import { bounded, fingerprint } from './rules';

const EXTENSIONS: Record<string, string> = { 'image/png': 'png', 'image/webp': 'webp' };

/**
 * Sends a slip. `progress` is the part that has been uploaded, and `cancel` stops it. The same picture is the same tap.
 */
export function useSendSlip() {
  const cache = useQueryClient();
  const [progress, setProgress] = useState(0);
  const abort = useRef<AbortController>(undefined);
  const mutation = useMutation({
    scope: MONEY,
    meta: { upload: true },
    mutationFn: async (picture: Blob) => {
      abort.current = new AbortController();
      const { signal } = abort.current;
      setProgress(0);
      const send = async (picture: Blob) => {
        const tap = fingerprint(new Uint8Array(await picture.arrayBuffer()));
        const name = `slip.${EXTENSIONS[picture.type] ?? 'jpg'}`;
        return withTapKey('slip', tap, (headers) =>
          upload<SlipUploaded>('/api/wallet/slip', picture, name, { headers, signal, onProgress: setProgress }),
        );
      };
      return sendOrRedraw(picture, 'SLIP_INVALID_FILE', send, (refused) => redrawn(refused, bounded));
    },
    onSettled: () => invalidate(cache, slipsKey, slipWindowQuery.queryKey),
  });
  return { ...mutation, progress, cancel: () => abort.current?.abort() };
}
