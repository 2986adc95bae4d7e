import { beforeAll, beforeEach } from 'vitest';
import { setConfig } from '@/shared/config';
import '@/shared/styles/index.css';
import { makeConfig } from './factories';

// A font that loads while a test measures would move the layout.
beforeAll(() => Promise.all([...document.fonts].map((face) => face.load())));
beforeEach(() => {
  setConfig(makeConfig());
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
});
