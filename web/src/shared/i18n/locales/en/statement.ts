import type { Translation } from '../../types';
import type th from '../th/statement';

const en: Translation<typeof th> = {
  'statement.title': 'Statement',
  'statement.deposit': 'Deposit',
  'statement.withdraw': 'Withdrawal',
  'statement.transfer': 'Transfer',
  'statement.bonus': 'Bonus',
  'statement.finishBonus': 'Bonus ended',
  'statement.empty': 'Nothing here yet',
  'statement.emptyText': 'Your first deposit will show up here.',
  'receipt.title': 'Receipt',
  'receipt.gone': 'This entry is not on this page',
  'receipt.goneText': 'You can find it in your statement.',
  'receipt.from': 'From',
  'receipt.to': 'To',
  'receipt.created': 'Time',
  'receipt.updated': 'Last change',
  'receipt.balance': 'Balance after',
  'receipt.original': 'Original amount',
  'receipt.reference': 'Reference',
  'receipt.waits': 'In progress',
  'receipt.waitsForBank': 'Waiting for the bank to pay your account.',
  'receipt.waitsForGame': 'Waiting for the game to answer. Your money is not lost.',
  'slips.title': 'Slip status',
  'slips.lead': 'Changes by itself when a check is done',
  'slips.sent': 'We have your slip and are checking it',
  'slips.empty': 'No slips yet',
  'slips.emptyText': 'Slips you send show up here, with what became of them.',
  'slips.checking': 'Being checked',
  'slips.checkingText': 'We are asking the bank, usually within a minute. If it is slow, we keep asking.',
  'slips.assigning': 'Received, being assigned',
  'slips.assigningText': 'The money has reached us and is not lost. Our staff are confirming that it is yours.',
  'slips.done': 'Money added',
  'slips.failed': 'Not accepted',
  'slips.noAmount': 'Amount not known',
  'slips.view': 'View picture',
  'slips.openPicture': 'Tap to open the picture',
  'slips.again': 'Send a slip',
  'slips.contact': 'Contact support',
  'slips.next.UPLOADED_FILE_NOT_EXIST': 'The picture did not reach us. Please send the slip again.',
  'slips.next.IMG_SIZE_UNABLE_TO_PROCESS':
    'This picture can’t be opened. Save the slip from your bank app and send that.',
  'slips.next.CANNOT_READ_CROPPED_IMAGE':
    'There is no QR code to be seen. Send the whole slip, with its QR code sharp.',
  'slips.next.DEST_ACC_INVALID':
    'The money did not go to one of our deposit accounts; they are listed under Deposit. If it went to the wrong account, please ask your bank.',
  'slips.next.SLIP_REFNO_DUPLICATED': 'This slip was used before. Its money is in the statement.',
  'slips.next.UNSTABLE_REFNO_ON_SLIP':
    'The slip’s QR code is not clear enough. Send the picture that your bank app saved.',
  'slips.next.TRIPPLE_WRONG_CAPTCHA': 'The bank’s check did not work. Please send the slip again.',
  'slips.next.INVALID_SLIP': 'The QR code in the picture is not a transfer slip’s. Send the slip from your bank app.',
  'slips.next.NOT_MATCH':
    'It was not sent from your registered account. Use your own account next time; for this one, please contact support.',
  'slips.next.EXPIRED_SLIP': 'It was sent too long after the transfer. Please contact support with this slip.',
  'slips.next.UNKNOW_ERROR': 'This slip could not be checked automatically. Please contact support with it.',
};
export default en;
