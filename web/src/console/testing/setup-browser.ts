import { beforeAll, beforeEach } from 'vitest';
import '@/console/styles/console.css';

// A font that loads while a test measures would move the layout.
beforeAll(() => Promise.all([...document.fonts].map((face) => face.load())));
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
});
