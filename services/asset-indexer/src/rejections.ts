import type { RejectionTable } from '@talad/shared/rejection'

/** Every "no" of the asset indexer beyond the common ones. */
export const rejections = {
  COLLECTION_SUSPENDED: { status: 403, rule: 'GW-7', text: 'collection is suspended' },
  ASSET_SUSPENDED: { status: 403, rule: 'GW-7', text: 'asset is suspended' },
} as const satisfies RejectionTable
