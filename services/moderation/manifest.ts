import { moderationHttp } from '@talad/proto/http/moderation'
import { defineManifest } from '@talad/shared/manifest'
import { rejections } from './src/rejections.ts'

export const manifest = defineManifest({
  name: 'moderation',
  says: 'what admins may do, and the log of what they did',
  contract: moderationHttp,
  rejections,
  publishes: [],
  hears: [],
  development: () => ({}),
  invariants: [],
})
