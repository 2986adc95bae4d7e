import content from './content';
import deposit from './deposit';
import games from './games';
import home from './home';
import profile from './profile';
import shell from './shell';
import statement from './statement';
import transfer from './transfer';
import wallet from './wallet';
import withdraw from './withdraw';

/** What the member's part says. */
export default {
  ...shell,
  ...profile,
  ...content,
  ...home,
  ...wallet,
  ...deposit,
  ...transfer,
  ...withdraw,
  ...games,
  ...statement,
};
