import { config } from '@/shared/config';
import { useI18n } from '@/shared/i18n';
import { externalBrowserUrl, inAppBrowser } from '@/shared/lib/in-app-browser';
import { ButtonAnchor } from './button';

/** In an in-app browser: what may not work there, and a link to the phone's own browser. Nothing elsewhere. */
export function InAppHint() {
  const { t } = useI18n();
  const app = inAppBrowser();
  if (!app) return null;
  return (
    <div className="grid justify-items-start gap-2 text-s text-t2">
      <p>{t('contact.browser.text')}</p>
      {/* In another site's frame the address is not the one that its visitor sees. */}
      {app === 'line' && !config().iframe ? (
        <ButtonAnchor size="s" variant="secondary" icon="external" href={externalBrowserUrl()} target="_self">
          {t('contact.browser')}
        </ButtonAnchor>
      ) : (
        <p>{t('contact.browser.menu')}</p>
      )}
    </div>
  );
}
