import { ApiError } from '@/shared/api/error';

/** What the server asks a device for, and what the device answers: WebAuthn's own JSON, which only the library reads. */
type Json = Record<string, unknown>;

/** The library is loaded with the first passkey. */
const library = () => import('@simplewebauthn/browser');

/** Asks this device for one of its passkeys, and its owner for a touch. */
export const askPasskey = (options: Json): Promise<Json> =>
  answered(async () => {
    const { startAuthentication } = await library();
    return startAuthentication({ optionsJSON: options as never });
  });

/** Has this device make a new passkey. */
export const makePasskey = (options: Json): Promise<Json> =>
  answered(async () => {
    const { startRegistration } = await library();
    return startRegistration({ optionsJSON: options as never });
  });

/** Whatever a browser refuses: nothing was sent, so nothing has happened. */
async function answered(ask: () => Promise<unknown>): Promise<Json> {
  try {
    return (await ask()) as Json;
  } catch (error) {
    const there = (error as { code?: string }).code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    throw new ApiError(there ? 'PASSKEY_THERE' : 'PASSKEY_REFUSED', 0);
  }
}
