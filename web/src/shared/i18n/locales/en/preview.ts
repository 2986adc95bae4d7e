import type { Translation } from '../../types';
import type th from '../th/preview';

const en: Translation<typeof th> = {
  'preview.of': 'Preview of a draft by {by}',
  'preview.rest': 'Members don’t see it yet, and nothing can be done in it. Until {time}.',
  'preview.asVisitor': 'As a visitor',
  'preview.asMember': 'As a member',
  'preview.leave': 'Leave',
  'error.PREVIEW_ENDED': 'This preview has ended. Open it again from the console.',
  'error.PREVIEW_ONLY': 'This is a preview, so nothing can be done in it.',
};

export default en;
