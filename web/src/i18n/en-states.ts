/** The English texts of what is reserved, and of a network or a site that doesn't answer as usual; a part of `en-trade.ts`. */
export const enStates = {
  'offline.action': 'There was no answer. You can try again: nothing happens twice.',
  'offline.pay':
    'There was no answer. Your money is safe. You can press pay again and won’t be charged twice.',
  'offline.payment':
    'You are offline. Your money and your purchase are safe; what is paid goes on by itself.',
  'offline.text': 'You are offline. What you see may be old.',
  'reserved.busy': 'Somebody is buying this',
  'reserved.busyPaid': 'A buyer has paid; it is being delivered.',
  'reserved.busyUntil': 'If they don’t pay, you can buy it from {{time}}. This page changes by itself.',
  'reserved.cancel': 'I don’t want it any more',
  'reserved.canceled': 'Given back: it can be bought by others again',
  'reserved.freeing': 'Going on sale again',
  'reserved.go': 'Go on to payment',
  'reserved.paid': 'You have paid. It is on its way to you.',
  'reserved.toPay': 'To pay: {{amount}}',
  'reserved.yours': 'You reserved this',
  'slow.bank':
    'The bank is slower than usual. Your money is safe. You can close this page; we keep checking.',
  'slow.pay':
    'This takes longer than usual. Your money is safe. If you close this page, you can go on from your account.',
  'slow.text': 'This takes longer than usual',
  'version.text': 'There is a new version',
}
