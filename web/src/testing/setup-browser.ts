import { beforeAll, beforeEach } from 'vitest';
import { setConfig } from '@/shared/config';
import '@/shared/styles/index.css';
import { makeConfig } from './factories';

// Letters that come while a test measures would move what it measures.
beforeAll(() => Promise.all([...document.fonts].map((face) => face.load())));
beforeEach(() => {
  setConfig(makeConfig());
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
});
