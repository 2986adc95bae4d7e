import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { test } from 'vitest';
import { setLocale } from '@/shared/i18n';
import { makeContact } from '@/testing/factories';
import { renderApp } from '@/testing/render-app';

test("the operator's texts come in the app's language, also after it was changed", async () => {
  const inLanguage = http.get('*/api/lookup/contact', ({ request }) =>
    HttpResponse.json(makeContact({ contactText: `text in ${request.headers.get('Accept-Language')}` })),
  );
  await renderApp({ path: '/contact', locale: 'en', handlers: [inLanguage] });
  await screen.findByText('text in en');
  await setLocale('lo');
  await screen.findByText('text in lo');
});
