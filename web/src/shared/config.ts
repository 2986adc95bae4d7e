import { request } from '@/shared/api/request';

/** The operator's switches, served as /config.json: one build serves every operator. */
export interface Config {
  /** Laos mode: Lao by default, LAK or BAHT accounts, phone numbers of any length. */
  laos: boolean;
  /** The app runs in a frame of another site: links to games and chat open new tabs. */
  iframe: boolean;
  pgHost?: string;
  /** A message for one game, shown in its sheet. */
  gameNotice?: { code: string; text: LocalText };
  /** The least amount of a QR deposit, in baht, by bank code. */
  qrMinimum: Record<string, number>;
  /** The maximum of a code; a server of the previous version does not send it. */
  qrMaximum?: Record<string, number>;
  truelinkSecret: string;
  chat: boolean;
  howto: HowTo[];
  version: string;
}

/** A text of the operator's own, in each language. */
interface LocalText {
  th: string;
  lo: string;
  en: string;
}

export interface HowTo {
  id: string;
  title: LocalText;
  video: string;
  poster: string;
}

let current: Config | undefined;

/** Fetched once, before the first screen. It fails if the server can't be reached. */
export async function loadConfig(): Promise<Config> {
  const response = await request(new Request(new URL('/config.json', location.origin)));
  if (!response.ok) throw new Error(`config.json: ${response.status}`);
  setConfig((await response.json()) as Config);
  return config();
}

export function setConfig(loaded: Config): void {
  current = loaded;
}

export function config(): Config {
  if (!current) throw new Error('config() was read before loadConfig()');
  return current;
}
