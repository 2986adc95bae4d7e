import type { Translation } from '../../types';
import type th from '../th/profile';

const en: Translation<typeof th> = {
  'profile.title': 'Profile',
  'profile.id': 'Member ID',
  'profile.username': 'Phone number',
  'profile.created': 'Registered on',
  'profile.bank': 'Bank account',
  'profile.bankName': 'Bank',
  'profile.accountName': 'Account name',
  'profile.accountNo': 'Account number',
  'profile.bankNote': 'To change the bank account, please contact support.',
  'profile.changePassword': 'Change password',
  'password.lead': 'Your other devices will be logged out',
  'password.old': 'Current password',
  'password.new': 'New password',
  'password.confirm': 'Confirm new password',
  'password.hint': 'At least 8 characters',
  'password.required': 'Please fill this in',
  'password.differ': 'The passwords are not equal',
  'password.short': 'The password needs at least 8 characters',
  'password.submit': 'Save new password',
  'password.done': 'The password has been changed',
  'bankName.title': 'Account name in English',
  'bankName.lead': 'As in your bank book or on your card',
  'bankName.label': 'First and last name in English',
  'bankName.hint': 'Letters A-Z and spaces only. After a change, withdrawals wait 24 hours.',
  'bankName.save': 'Save name',
  'bankName.done': 'Name saved',
};
export default en;
