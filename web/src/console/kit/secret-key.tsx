import { useI18n } from '@/console/i18n';
import { CopyText } from './copy-text';
import { QrCode } from './qr-code';

/** The key of a telephone's codes: as its camera reads it, and as a person types it. */
export function SecretKey({ uri, secret }: { uri: string; secret: string }) {
  const { t } = useI18n();
  return (
    <div className="grid justify-items-center gap-3">
      <QrCode text={uri} label={t('secret.qr')} />
      <p className="text-center text-s text-t2">{t('secret.typed')}</p>
      <p className="text-center font-mono">{secret.match(/.{1,4}/g)?.join(' ')}</p>
      <CopyText text={secret} />
    </div>
  );
}
