import type { RejectionTable } from '@talad/shared/rejection'

/** Every "no" of moderation that is not the kit's. */
export const rejections = {
  OWN_PERMISSIONS: { status: 403, rule: 'MO-39', text: 'nobody changes their own permissions' },
  SUPER_ADMIN_REQUIRED: { status: 403, rule: 'MO-39', text: 'only a super_admin gives or takes this' },
  LAST_SUPER_ADMIN: { status: 409, rule: 'MO-39', text: 'the last super_admin cannot be removed' },
  RANGE_SUSPENDED: { status: 409, rule: 'MO-5', text: 'exactly this range is suspended already' },
  SUSPENSION_NOT_FOUND: { status: 404, rule: 'GW-9', text: 'suspension not found' },
} as const satisfies RejectionTable
