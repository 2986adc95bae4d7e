import bonus from './bonus';
import invite from './invite';
import spin from './spin';

export default {
  ...bonus,
  ...invite,
  ...spin,
};
