import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/shared/api/error-text';
import { useI18n } from '@/shared/i18n';
import { formatTime } from '@/shared/lib/time';
import { PATHS } from '@/shared/paths';
import { leavePreview, previewAs } from '@/shared/session/preview';
import { useSessionToken } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { previewQuery } from './calls';

/** Above each page of a preview: whose draft it shows, until when, and in whose place. */
export default function PreviewBar() {
  const { t } = useI18n();
  const member = useSessionToken() !== null;
  const { data, error } = useQuery(previewQuery);
  // A new load, so that nothing of one stays in the other.
  const go = (change: () => void, path: string) => () => {
    change();
    location.assign(path);
  };
  return (
    <aside className="grid gap-2 border-b border-gold bg-s2 px-4 py-2 text-s sm:flex sm:items-center sm:justify-between">
      <p className="min-h-10 wrap-anywhere sm:min-h-0">
        {error && errorText(error)}
        {!error && data && (
          <>
            <strong className="font-semibold">{t('preview.of', { by: data.by })}</strong>{' '}
            {t('preview.rest', { time: formatTime(data.until) })}
          </>
        )}
      </p>
      <p className="flex flex-wrap gap-2">
        {member ? (
          <Button size="s" variant="secondary" onClick={go(() => previewAs('visitor'), PATHS.login)}>
            {t('preview.asVisitor')}
          </Button>
        ) : (
          <Button size="s" variant="secondary" onClick={go(() => previewAs('member'), PATHS.home)}>
            {t('preview.asMember')}
          </Button>
        )}
        <Button size="s" variant="ghost" onClick={go(leavePreview, '/')}>
          {t('preview.leave')}
        </Button>
      </p>
    </aside>
  );
}
