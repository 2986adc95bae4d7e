import type { Translation } from '../../types';
import type th from '../th/content';

const en: Translation<typeof th> = {
  'howto.title': 'How to',
  'howto.lead': 'Short videos to get you started',
  'howto.play': 'Play video:',
  'howto.failed': 'This video can’t be played right now',
  'contact.title': 'Contact us',
  'contact.scan': 'Scan the QR code to chat with us',
  'contact.open': 'Open LINE {name}',
  'contact.version': 'Version {version}',
  'contact.empty': 'There is no contact information yet',
  'contact.browser': 'Open in browser',
  'contact.browser.text': 'You are in another app’s browser. Some games and videos may not open here.',
  'contact.browser.menu': 'Tap the menu ⋯ and choose “Open in browser”.',
};
export default en;
