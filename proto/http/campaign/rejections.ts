import { type RejectionTable, row } from '../rejection-row.ts'
import { sharedRejections } from '../rejections.ts'

/** Every "no" of campaign that is not the kit's. */
export const rejections = {
  SLUG_TAKEN: { ...sharedRejections.SLUG_TAKEN, rule: 'CA-9' },
  OWNER_REQUIRED: row(
    403,
    'CA-1',
    'only an owner of the project may do this',
    'เฉพาะเจ้าของโครงการเท่านั้นที่ทำรายการนี้ได้',
  ),
  LAST_OWNER: row(409, 'CA-4', 'a project keeps at least one owner', 'โครงการต้องมีเจ้าของอย่างน้อยหนึ่งคน'),
  PROJECT_ARCHIVED: row(409, 'CA-5', 'this project is archived', 'โครงการนี้ถูกเก็บเข้าคลังแล้ว'),
  KEY_NOT_USABLE: row(409, 'CA-6', 'this key has ended already', 'คีย์นี้สิ้นสุดแล้ว'),
} satisfies RejectionTable
