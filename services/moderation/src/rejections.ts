import type { RejectionTable } from '@talad/shared/rejection'

/** Every "no" of moderation that is not the kit's. */
export const rejections = {
  OWN_PERMISSIONS: { status: 403, rule: 'MO-39', text: 'nobody changes their own permissions' },
  SUPER_ADMIN_REQUIRED: { status: 403, rule: 'MO-39', text: 'only a super_admin gives or takes this' },
  LAST_SUPER_ADMIN: { status: 409, rule: 'MO-39', text: 'the last super_admin cannot be removed' },
  ASSET_NOT_FOUND: { status: 404, rule: 'MO-17', text: 'asset not found' },
  FLAG_NOTES_REQUIRED: { status: 400, rule: 'MO-17', text: 'please say what is wrong' },
  TOO_MANY_FLAGS: { status: 429, rule: 'MO-17', text: 'at most 20 reports in 24 hours' },
  CASE_NOT_FOUND: { status: 404, rule: 'MO-11', text: 'there is no such case' },
  SCOPE_REQUIRED: { status: 400, rule: 'MO-11', text: 'say what is to be suspended' },
  ALREADY_RESOLVED: { status: 409, rule: 'MO-13', text: 'the case is decided already' },
  NOTHING_TO_UNDO: { status: 409, rule: 'MO-19', text: 'there is no decision to take back' },
  UNDO_TOO_LATE: { status: 409, rule: 'MO-19', text: 'a decision can be taken back for 24 hours' },
  RANGE_SUSPENDED: { status: 409, rule: 'MO-5', text: 'exactly this range is suspended already' },
  SUSPENSION_NOT_FOUND: { status: 404, rule: 'GW-9', text: 'suspension not found' },
} as const satisfies RejectionTable
