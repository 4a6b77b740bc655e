import type { RejectionTable } from '@talad/shared/rejection'

/** Every "no" of moderation that is not the kit's. */
export const rejections = {} as const satisfies RejectionTable
