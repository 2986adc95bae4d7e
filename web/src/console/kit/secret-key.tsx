import { encode } from 'uqr';
import { useI18n } from '@/console/i18n';
import { CopyText } from './copy-text';

/** The key of a telephone's codes: as its camera reads it, and as a person types it. Black on white in every theme. */
export function SecretKey({ uri, secret }: { uri: string; secret: string }) {
  const { t } = useI18n();
  const { size, data } = encode(uri, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <div className="grid justify-items-center gap-3">
      <svg
        role="img"
        aria-label={t('secret.qr')}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="size-48 rounded-m"
      >
        <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <p className="text-center text-s text-t2">{t('secret.typed')}</p>
      <p className="text-center font-mono">{secret.match(/.{1,4}/g)?.join(' ')}</p>
      <CopyText text={secret} />
    </div>
  );
}
