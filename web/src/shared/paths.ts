/** Every address of the app. SPEC.md §2 fixes them all except /forgot. */
export const PATHS = {
  login: '/login',
  register: '/register',
  forgot: '/forgot',
  howto: '/howto',
  contact: '/contact',
  terminated: '/terminated',
  home: '/user/home',
  profile: '/user/profile',
  bonus: '/user/bonus',
  statement: '/user/statement',
  memberContact: '/user/contact',
  spin: '/user/spin',
} as const;
