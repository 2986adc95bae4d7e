import { useLocation } from 'react-router';
import { PATHS } from '@/shared/paths';
import ForgotPage from './forgot/forgot-page';
import RegisterPage from './register-page';

/** The two ways to a password: a new account, or a new password for the old one. One chunk: they share their steps. */
export default function WayInPage() {
  return useLocation().pathname === PATHS.forgot ? <ForgotPage /> : <RegisterPage />;
}
