import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, unwrap } from '@/console/api/client';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { Field } from '@/console/kit/field';
import type { InputProps } from './inputs';

/** Puts a picture where members load it from. The same file twice has the same address. */
async function upload(file: File): Promise<string> {
  const form = new FormData();
  form.append('file', file, file.name);
  const { path } = await unwrap(api.POST('/api/content-picture', { body: { file: '' }, bodySerializer: () => form }));
  return path;
}

/** The address of a picture: typed, or of a file that is uploaded. It is shown as members see it. */
export function PictureInput({ label, value, error, readOnly, onChange }: InputProps) {
  const { t } = useI18n();
  const file = useRef<HTMLInputElement>(null);
  const address = typeof value === 'string' ? value : '';
  const sending = useMutation({ mutationFn: upload, onSuccess: onChange });
  return (
    <div className="grid min-w-0 gap-2">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
        <Field
          label={label}
          value={address}
          error={error ?? (sending.error ? errorText(sending.error) : undefined)}
          readOnly={readOnly}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
        />
        {!readOnly && (
          <Button variant="secondary" pending={sending.isPending} onClick={() => file.current?.click()}>
            {t('form.upload')}
          </Button>
        )}
      </div>
      <input
        ref={file}
        type="file"
        aria-label={`${label}: ${t('form.upload')}`}
        accept="image/png,image/jpeg,image/webp,image/gif"
        className="hidden"
        disabled={readOnly}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          target.value = '';
          if (chosen) sending.mutate(chosen);
        }}
      />
      {address && <img src={address} alt="" className="max-h-32 max-w-full justify-self-start rounded-m bg-s2" />}
    </div>
  );
}
