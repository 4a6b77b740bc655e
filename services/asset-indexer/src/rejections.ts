import type { RejectionTable } from '@talad/shared/rejection'

/** Every "no" of the asset indexer beyond the common ones. */
export const rejections = {
  COLLECTION_SUSPENDED: { status: 403, rule: 'GW-7', text: 'collection is suspended' },
  ASSET_SUSPENDED: { status: 403, rule: 'GW-7', text: 'asset is suspended' },
  NOT_YOUR_ASSET: { status: 403, rule: 'ID-39', text: 'only who holds it can use its picture' },
  PICTURE_NOT_READY: { status: 409, rule: 'ID-39', text: 'its picture is not ready yet' },
  SLUG_TAKEN: { status: 409, rule: 'AI-26', text: 'slug is taken' },
  PICTURE_REFUSED: { status: 400, rule: 'AI-20', text: 'this is no picture that can be used' },
  INVALID_PATTERN: { status: 400, rule: 'AI-10', text: 'not a regular expression' },
} as const satisfies RejectionTable
