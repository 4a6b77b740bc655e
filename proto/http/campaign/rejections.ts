import type { RejectionTable } from '../rejection-row.ts'

/** Every "no" of campaign that is not the kit's. */
export const rejections = {} satisfies RejectionTable
