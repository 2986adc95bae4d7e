import type { Translation } from '../../types';
import type th from '../th/deposit';

const en: Translation<typeof th> = {
  'deposit.title': 'Deposit',
  'deposit.lead': '{amount} in your wallet',
  'deposit.leadPlain': 'Scan a QR code with your bank app',
  'deposit.none': 'No way to deposit right now',
  'deposit.noneText': 'Please contact support.',
  'deposit.bank': 'Bank',
  'deposit.amount': 'Amount',
  'deposit.minimum': 'The minimum is {amount}',
  'deposit.create': 'Create QR code',
  'deposit.creating': 'Asking the bank for a code…',
  'deposit.single': 'Each code works once and for a limited time.',
  'deposit.ended': 'The code has ended. If you already paid, the money arrives by itself once the bank confirms.',
  'deposit.qrAlt': 'QR code for {amount}',
  'deposit.remaining': 'Time left',
  'deposit.waiting': 'Waiting for your payment',
  'deposit.howto': 'Scan it with a bank app, or save the image and pick it from your gallery · {bank}',
  'deposit.save': 'Save image',
  'deposit.saved': 'The QR image is saved',
  'deposit.saveFailed': 'The image could not be saved',
  'deposit.cancel': 'Cancel code',
  'deposit.arrived': '{amount} received',
  'deposit.arrivedAt': 'In your wallet since {time}',
  'deposit.done': 'Done',
  'deposit.more': 'Deposit more',
};
export default en;
