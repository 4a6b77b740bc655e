import type { Campaign } from './api.ts'

const PAUSE = { title: 'campaign.pause', about: 'campaign.pauseText' } as const
const GO_ON = { title: 'campaign.goOn', about: 'campaign.goOnText' } as const
const END = { title: 'campaign.end', about: 'campaign.endText', word: 'word.end' } as const
const ARCHIVE = { title: 'virtual.archive', about: 'campaign.archiveText' } as const
const REOPEN = { title: 'virtual.reopen', about: 'campaign.reopenText' } as const

type Read = Pick<Campaign, '_id' | 'updated' | 'paused' | 'ended' | 'archived'>

/** CA-10, CA-15, CA-17: what a campaign that was read so can become by a button, and what is sent for it. */
export const offersOf = ({ _id, updated, paused, ended, archived }: Read) => ({
  pause: { ...(paused ? GO_ON : PAUSE), isPast: ended, change: { _id, updated, paused: !paused } },
  end: { ...END, isPast: ended, change: { _id, updated, ended: true } },
  archive: { ...(archived ? REOPEN : ARCHIVE), isPast: false, change: { _id, updated, archived: !archived } },
})
