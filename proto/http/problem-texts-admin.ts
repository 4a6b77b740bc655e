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
  version_conflict: {
    en: 'somebody else has changed this meanwhile',
    th: 'มีผู้อื่นแก้ไขรายการนี้ไปแล้ว กรุณาตรวจสอบข้อมูลล่าสุด',
  },
  own_permissions: {
    en: 'nobody changes their own permissions',
    th: 'ไม่สามารถแก้ไขสิทธิ์ของตนเองได้',
  },
  super_admin_required: {
    en: 'only a super_admin gives or takes this: {permissions}',
    th: 'เฉพาะ super_admin เท่านั้นที่ให้หรือถอนสิทธิ์นี้ได้: {permissions}',
  },
  last_super_admin: {
    en: 'the last super_admin cannot be removed',
    th: 'ไม่สามารถถอน super_admin คนสุดท้ายได้',
  },
}
