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
  CONTENT_NOT_FOUND: { status: 404, rule: 'MO-29', text: 'nothing is asked at present' },
  SESSION_NOT_LOADED: { status: 404, rule: 'MO-23', text: 'Notfound' },
  QUESTIONS_NOT_LOADED: { status: 409, rule: 'MO-23', text: 'Questions not loaded' },
  NOT_ALL_QUESTIONS_ANSWERED: { status: 400, rule: 'MO-23', text: 'Not all questions answered' },
  INVALID_QUESTION_ORDER: { status: 400, rule: 'MO-23', text: 'Invalid question_order' },
  INVALID_CHOICE_INDEX: { status: 400, rule: 'MO-23', text: 'Invalid choice_index' },
  TOO_MANY_SUBMISSIONS: { status: 429, rule: 'MO-25', text: 'at most 10 submissions an hour' },
  NOTHING_TO_PUBLISH: { status: 409, rule: 'MO-27', text: 'there is no draft to publish' },
} as const satisfies RejectionTable
