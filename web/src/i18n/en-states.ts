import type { thStates } from './th-states.ts'

/** The English texts of what is reserved, and of a network or a site that doesn't answer as usual; a part of `en-first.ts`. */
export const enStates = {
  'offline.payment':
    'You are offline. Your money and your purchase are safe; what is paid goes on by itself.',
  'offline.text': 'You are offline. What you see may be old.',
  'reserved.busy': 'Somebody is buying this',
  'reserved.busyPaid': 'A buyer has paid; it is being delivered.',
  'reserved.busyUntil': 'If they don’t pay, you can buy it from {{time}}. This page changes by itself.',
  'reserved.canceled': 'Given back: it can be bought by others again',
  'reserved.freeing': 'Going on sale again',
  'reserved.yours': 'You reserved this',
  'slow.text': 'This takes longer than usual',
  'version.text': 'There is a new version',
} satisfies Readonly<Record<keyof typeof thStates, string>>
