import { rejections } from '@talad/proto/http/campaign/rejections'
import { campaignStatusHttp } from '@talad/proto/http/campaign/status'
import { virtualHttp } from '@talad/proto/http/campaign/virtual'
import { virtualCollectionAdminHttp, virtualItemAdminHttp } from '@talad/proto/http/campaign/virtual-admin'
import { defineManifest } from '@talad/shared/manifest'

export const manifest = defineManifest({
  name: 'campaign',
  description: 'campaign',
  contract: { ...campaignStatusHttp, ...virtualHttp, ...virtualCollectionAdminHttp, ...virtualItemAdminHttp },
  rejections,
  publishes: [],
  consumes: [],
  development: ({ secret }) => ({ PAYLOAD_KEYS: secret('payloadKey').padEnd(64, '0') }),
  invariants: [],
})
