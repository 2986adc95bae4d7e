import { chatHandlers } from './chat-handlers';
import { handlers } from './handlers';
import { moneyHandlers } from './money-handlers';
import { offerHandlers } from './offer-handlers';
import { protectionHandlers } from './protection-handlers';
import { spinHandlers } from './spin-handlers';

/** A complete server without faults. */
export const allHandlers = [
  ...handlers,
  ...moneyHandlers,
  ...offerHandlers,
  ...spinHandlers,
  ...chatHandlers,
  ...protectionHandlers,
];
