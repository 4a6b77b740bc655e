import type { ProblemTexts } from './problem-texts-common.ts'

/** What the refusals say that only admins meet; apart, so that the shop doesn't carry them. */
export const adminProblemTexts: ProblemTexts = {
  permission_required: {
    en: 'you need the permission {permission} for this',
    th: 'คุณต้องมีสิทธิ์ {permission} จึงจะทำรายการนี้ได้',
  },
  step_up_required: {
    en: 'please sign in again to confirm that it is you',
    th: 'กรุณาเข้าสู่ระบบอีกครั้งเพื่อยืนยันตัวตน',
  },
}
