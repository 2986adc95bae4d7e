/** The last reason that the operator gave for each call, in this page's memory: up in an empty field brings it. */
const reasons = new Map<string, string>();

export const lastReason = (call: string) => reasons.get(call) ?? '';

export const rememberReason = (call: string, reason: string) => void reasons.set(call, reason);
