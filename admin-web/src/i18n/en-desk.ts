import type { thDesk } from './th-desk.ts'

export const enDesk: Readonly<Record<keyof typeof thDesk, string>> = {
  'origin.buyers': 'Who bought most of this customer',
  'origin.count': '{{count}} {{count|time|times}}',
  'origin.held': '{{amount}} of it held',
  'origin.in.refund': 'Refunded to them',
  'origin.in.shipping': 'Earned by selling',
  'origin.in.topup': 'Topped up',
  'origin.in.withdrawal': 'Sent back by the bank',
  'origin.last': 'last',
  'origin.none': 'No money has moved yet',
  'origin.now': 'Balance now',
  'origin.out.refund': 'Refunded by them',
  'origin.out.shipping': 'Spent, or of sales taken back',
  'origin.out.topup': 'Top-ups given back',
  'origin.out.withdrawal': 'Withdrawn before',
  'origin.title': 'Where the money comes from',
  'withdrawal.differentName': 'The name of the account is not the verified name.',
  'withdrawal.ownApproval': 'You approved it as the first admin: somebody else has to confirm.',
  'withdrawal.ownMoney': 'This is your own money: another admin decides.',
  'withdrawal.sharedNumber': 'Other customers use this account number: {{customers}}',
}
