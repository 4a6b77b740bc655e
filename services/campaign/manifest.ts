import { rejections } from '@talad/proto/http/campaign/rejections'
import { campaignStatusHttp } from '@talad/proto/http/campaign/status'
import { defineManifest } from '@talad/shared/manifest'

export const manifest = defineManifest({
  name: 'campaign',
  description: 'campaign',
  contract: { ...campaignStatusHttp },
  rejections,
  publishes: [],
  consumes: [],
  development: () => ({}),
  invariants: [],
})
