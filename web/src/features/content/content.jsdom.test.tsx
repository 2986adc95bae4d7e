import { fireEvent, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, test } from 'vitest';
import { makeContact } from '@/testing/factories';
import { onGet } from '@/testing/handlers';
import { renderApp } from '@/testing/render-app';

describe('how-to', () => {
  test('lists five videos; each opens in a sheet, with a text when it cannot be played', async () => {
    const app = await renderApp({ path: '/howto' });
    const videos = await screen.findAllByRole('button', { name: /Play video/ });
    expect(videos).toHaveLength(5);
    await app.user.click(screen.getByRole('button', { name: /Checking the balance/ }));
    const sheet = await screen.findByRole('dialog', { name: 'Checking the balance' });
    expect(app.at()).toBe('/howto?sheet=video&id=balance');
    const video = sheet.querySelector('video');
    expect(video).toHaveAttribute('src', '/videos/balance.mp4');
    if (video) fireEvent.error(video);
    await screen.findByText('This video can’t be played right now');
  });
});

describe('contact', () => {
  test.each(['/contact', '/user/contact'])(
    '%s has the text, the QR picture, the chat link and the version',
    async (path) => {
      localStorage.setItem('remember-agreement', 'true');
      await renderApp({ path, member: path.startsWith('/user') });
      expect(await screen.findByRole('link', { name: 'Open LINE @krapao' })).toHaveAttribute(
        'href',
        'https://line.me/R/ti/p/@krapao',
      );
      expect(screen.getByRole('img', { name: 'Scan the QR code to chat with us' })).toBeInTheDocument();
      expect(screen.getByText('Version 1.1.14')).toBeInTheDocument();
    },
  );

  test('leaves out contacts that the operator has not given', async () => {
    const empty = makeContact({ contactText: '', lineLink: '', lineName: '', lineQR: '' });
    await renderApp({ path: '/contact', handlers: [onGet('/api/lookup/contact', () => empty)] });
    await screen.findByText('There is no contact information yet');
    expect(screen.queryByRole('img')).toBeNull();
  });

  test('can be asked for again', async () => {
    let fails = true;
    const flaky = http.get('*/api/lookup/contact', () =>
      fails ? HttpResponse.json({ message: 'NO_DATA' }, { status: 404 }) : HttpResponse.json(makeContact()),
    );
    const app = await renderApp({ path: '/contact', handlers: [flaky] });
    await screen.findByRole('alert');
    fails = false;
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: 'Open LINE @krapao' });
  });
});
