import type { Translation } from '../../types';
import type th from '../th/transfer';

const en: Translation<typeof th> = {
  'transfer.title': 'Transfer',
  'transfer.lead': 'Between your wallet and your games',
  'transfer.from': 'From',
  'transfer.to': 'To',
  'transfer.pick': 'Choose an account',
  'transfer.swap': 'Swap from and to',
  'transfer.amount': 'Amount',
  'transfer.available': '{amount} available',
  'transfer.choose': 'Please choose an account',
  'transfer.same': 'Cannot transfer to the same account',
  'transfer.closing': 'This game is closing and takes no more money',
  'transfer.minimum': 'The minimum is 1 baht',
  'transfer.submit': 'Transfer {amount}',
  'transfer.done': 'Transfer done. The wallet updates by itself. Refresh to see the latest amount in the games.',
  'transfer.pending': 'The game has not answered yet. We are checking and will update your balance.',
  'transfer.failed': 'Something went wrong',
  'transfer.moving': 'Moving the money…',
  'transfer.noGames': 'No game account yet',
  'transfer.noGamesText': 'Open an account at a game first; then money can be moved into it.',
  'transfer.toGames': 'Choose a game',
  'transfer.bringBack': 'Bring everything back',
  'transfer.partly': 'Some games are not emptied yet',
  'emptied.pending': 'Waiting for the game’s answer. The money comes to your wallet by itself.',
  'emptied.refused': 'The game refused. The money is still in the game.',
  'emptied.busy':
    'The game does not answer or is being played. The money is still in it: leave the game and try again in a moment.',
  'emptied.less': 'The game holds less than this now. Refresh and try again.',
};
export default en;
