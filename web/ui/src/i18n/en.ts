import type { th } from './th.ts'

/** The words of the shared components in English. */
export const en = {
  'amount.number': 'Amount must be number',
  'amount.positive': 'Amount must be greater than 0',
  'amount.whole': 'Amount must be a whole number',
  'common.close': 'Close',
  'common.explain': 'What does this mean?',
  'common.less': 'One less',
  'common.messages': 'Messages',
  'common.more': 'Show more',
  'common.moreOne': 'One more',
  'common.retry': 'Try again',
  'offline.window': 'You are offline. What you entered is still here; go on when you are back online.',
  'part.missing': 'This part could not be opened',
  'part.offline': 'This part can’t be opened without a connection',
  'picture.zoomIn': 'Look closer',
  'picture.zoomOut': 'See all of it',
  'slow.action': 'This takes longer than usual. Please wait a little more; nothing is lost.',
  'version.reload': 'Reload',
} satisfies Readonly<Record<keyof typeof th, string>>
