import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ChatLine } from '@/console/api/contract';
import { invalidate } from '@/shared/api/invalidate';
import { uuid } from '@/shared/lib/uuid';
import { reply, upload } from './queries';

/** An answer that the server is not known to have. */
export interface Out {
  /** By which it is said once, however often it is sent. */
  clientId: string;
  conversation: string;
  text: string;
  file?: File;
  /** Where the file is, once it is uploaded. */
  path?: string;
  preview?: string;
  error?: unknown;
}

const messageOf = ({ text, file, path }: Out): ChatLine['message'] =>
  file && path
    ? {
        message_type: 'media',
        payload: {
          message: '',
          url: false,
          fileType: file.type.startsWith('video/') ? 'video' : 'image',
          filePath: path,
          name: file.name.slice(-200),
        },
      }
    : { message_type: 'text', payload: text };

/**
 * The operator's answers, from Enter until the server has them. They are sent one after the other, so that they keep
 * their order. One that was not sent says so, and is sent again under its own clientId.
 */
export function useOutbox() {
  const cache = useQueryClient();
  const [items, setItems] = useState<readonly Out[]>([]);
  const last = useRef<Promise<void>>(Promise.resolve());

  const drop = (clientId: string) => setItems((all) => all.filter((one) => one.clientId !== clientId));
  const patch = (clientId: string, change: Partial<Out>) =>
    setItems((all) => all.map((one) => (one.clientId === clientId ? { ...one, ...change } : one)));

  async function deliver(out: Out): Promise<void> {
    try {
      const path = out.file && (out.path ?? (await upload(out.conversation, out.file)));
      if (path) patch(out.clientId, { path });
      await reply(out.conversation, out.clientId, messageOf({ ...out, ...(path && { path }) }));
      await invalidate(cache, ['chat', 'one', out.conversation], ['chat', 'list']);
      drop(out.clientId);
      if (out.preview) URL.revokeObjectURL(out.preview);
    } catch (error) {
      patch(out.clientId, { error });
    }
  }
  const send = (out: Out) => {
    last.current = last.current.then(() => deliver(out));
  };
  function add(out: Out) {
    setItems((all) => [...all, out]);
    send(out);
  }
  return {
    items,
    drop,
    say: (conversation: string, text: string) => add({ clientId: uuid(), conversation, text }),
    attach(conversation: string, files: Iterable<File>) {
      for (const file of files)
        add({ clientId: uuid(), conversation, text: '', file, preview: URL.createObjectURL(file) });
    },
    again(out: Out) {
      patch(out.clientId, { error: undefined });
      send(out);
    },
  };
}

export type Outbox = ReturnType<typeof useOutbox>;
