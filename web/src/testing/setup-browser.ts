import { beforeEach } from 'vitest';
import { setConfig } from '@/shared/config';
import '@/shared/styles/index.css';
import { makeConfig } from './factories';

beforeEach(() => {
  setConfig(makeConfig());
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
});
