export default {
  'wallet.name': 'กระเป๋าหลัก',
  'amount.all': 'ทั้งหมด',
} as const;
