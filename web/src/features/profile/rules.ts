import { PASSWORD_MIN } from '@/shared/lib/password-strength';

export interface PasswordForm {
  oldPassword: string;
  newPassword: string;
  confirm: string;
}

export type PasswordProblem = 'password.required' | 'password.short' | 'password.differ';

/** SPEC.md §5: all three are required, and the new one twice the same. Returns the first problem of each field. */
export function passwordProblems(form: PasswordForm): Partial<Record<keyof PasswordForm, PasswordProblem>> {
  const problems: Partial<Record<keyof PasswordForm, PasswordProblem>> = {};
  if (!form.oldPassword) problems.oldPassword = 'password.required';
  if (!form.newPassword) problems.newPassword = 'password.required';
  else if ([...form.newPassword].length < PASSWORD_MIN) problems.newPassword = 'password.short';
  if (!form.confirm) problems.confirm = 'password.required';
  else if (form.confirm !== form.newPassword) problems.confirm = 'password.differ';
  return problems;
}
