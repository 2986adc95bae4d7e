import { useLocation } from 'react-router';
import { PATHS } from '@/shared/paths';
import ForgotPage from './forgot/forgot-page';
import RegisterPage from './register-page';

/**
 * The two pages that set a password: registration, and the reset of a forgotten one. They share their steps, so they
 * are one chunk.
 */
export default function WayInPage() {
  return useLocation().pathname === PATHS.forgot ? <ForgotPage /> : <RegisterPage />;
}
