import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Ways } from '@/console/api/contract';
import { codeText, errorText } from '@/console/api/error-text';
import { LOCALE_NAMES, LOCALES, setLocale, useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { Choice } from '@/console/kit/choice';
import { useHouse } from '@/console/kit/house';
import { Mark } from '@/console/kit/mark';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { Notice } from '@/shared/ui/notice';
import { asDemo, byPasskey, leaveForOidc, type Second, useSignIn } from './calls';
import { PasswordStep } from './password-step';
import { houseQuery } from './queries';
import { SecondStep } from './second-step';

/** Who comes here has no session: the house's ways in, one card. */
export default function SignInPage() {
  const { t, locale } = useI18n();
  const { name } = useHouse();
  const [params] = useSearchParams();
  const [second, setSecond] = useState<Second>();
  const { data: ways } = useSuspenseQuery(houseQuery);
  const refused = params.get('error');
  usePageTitle(`${t('signin.title')} · ${name}`);
  return (
    <main className="grid min-h-dvh content-between justify-items-center gap-8 px-4 py-8">
      <div className="grid w-full max-w-[400px] flex-1 content-center gap-6 self-center">
        <header className="grid justify-items-center gap-3 text-center">
          <Mark large />
          <div>
            <h1 className="text-xl font-semibold">{t('signin.title')}</h1>
            <p className="text-t2">{t('signin.lead', { house: name })}</p>
          </div>
        </header>
        {refused && !second && <Notice tone="error">{codeText(refused)}</Notice>}
        <div className="grid gap-5 rounded-xl border border-line bg-s1 p-5 sm:p-6">
          {second ? (
            <SecondStep second={second} onBack={() => setSecond(undefined)} />
          ) : (
            <FirstWays ways={ways} onSecond={setSecond} />
          )}
        </div>
      </div>
      <div className="w-full max-w-[260px]">
        <Choice
          label={t('language.label')}
          value={locale}
          options={LOCALES.map((value) => ({ value, lang: value, name: LOCALE_NAMES[value] }))}
          onChange={(choice) => void setLocale(choice).catch(() => undefined)}
        />
      </div>
    </main>
  );
}

function FirstWays({ ways: { ways, oidc, demo }, onSecond }: { ways: Ways; onSecond(second: Second): void }) {
  const { t } = useI18n();
  const leave = useSignIn(leaveForOidc);
  const touch = useSignIn(byPasskey);
  return (
    <>
      {demo && demo.length > 0 && <DemoOperators operators={demo} />}
      {ways.includes('passkey') && (
        <>
          <Button block icon="key" pending={touch.isPending} onClick={() => touch.mutate()}>
            {t('signin.passkey')}
          </Button>
          {touch.error && <Notice tone="error">{errorText(touch.error)}</Notice>}
        </>
      )}
      {oidc && (
        <>
          <Button block variant="secondary" icon="external" pending={leave.isPending} onClick={() => leave.mutate()}>
            {t('signin.oidc', { name: oidc.name })}
          </Button>
          {leave.error && <Notice tone="error">{errorText(leave.error)}</Notice>}
        </>
      )}
      {ways.includes('password') && <PasswordStep second={ways.includes('passkey')} onSecond={onSecond} />}
    </>
  );
}

/** In the demo two operators sign in by one press: a second person is needed to see what two decide. */
function DemoOperators({ operators }: { operators: NonNullable<Ways['demo']> }) {
  const { t } = useI18n();
  const enter = useSignIn(asDemo);
  return (
    <section aria-labelledby="demo" className="grid gap-2">
      <h2 id="demo" className="font-semibold">
        {t('signin.demo')}
      </h2>
      <p className="text-t2">{t('signin.demoHint')}</p>
      {operators.map(({ name, role }) => (
        <button
          key={name}
          type="button"
          disabled={enter.isPending}
          onClick={() => enter.mutate(name)}
          className="target flex items-center justify-between gap-3 rounded-m border border-control px-3 text-left font-semibold hover:bg-s2 disabled:opacity-50"
        >
          <span className="truncate">{name}</span> <span className="font-normal text-t2">{t(`role.${role}`)}</span>
        </button>
      ))}
      {enter.error && <Notice tone="error">{errorText(enter.error)}</Notice>}
    </section>
  );
}
