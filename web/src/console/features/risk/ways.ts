import type { RiskWay } from '@/console/api/contract';

/** What ties members, the strongest first. */
export const WAYS: readonly RiskWay[] = ['holder', 'payer', 'device', 'address'];

export const groupAddress = ({ by, key }: { by: string; key: string }) => `/risk/${by}/${encodeURIComponent(key)}`;
