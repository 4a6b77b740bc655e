import { type RejectionTable, row } from '../rejection-row.ts'
import { sharedRejections } from '../rejections.ts'

/** What people in the shop may be answered by moderation: the shop carries no other. */
export const shopRejections = {
  ASSET_NOT_FOUND: sharedRejections.ASSET_NOT_FOUND,
  FLAG_NOTES_REQUIRED: row(400, 'MO-17', 'please say what is wrong', 'กรุณาบอกว่ามีปัญหาอะไร'),
  TOO_MANY_FLAGS: row(
    429,
    'MO-17',
    'at most {limit} reports in {hours} hours',
    'รายงานได้ไม่เกิน {limit} ครั้งใน {hours} ชั่วโมง',
  ),
  COLLECTION_NOT_FOUND: row(404, 'MO-34', 'there is no such collection', 'ไม่พบคอลเลกชันนี้'),
  CONTENT_NOT_FOUND: row(404, 'MO-29', 'nothing is asked at present', 'ขณะนี้ไม่มีแบบทดสอบนี้'),
  SESSION_NOT_LOADED: row(404, 'MO-23', 'Notfound', 'แบบทดสอบนี้หมดเวลาแล้ว กรุณาเริ่มใหม่'),
  QUESTIONS_NOT_LOADED: row(409, 'MO-23', 'Questions not loaded', 'คำถามเปลี่ยนไปแล้ว กรุณาเริ่มใหม่'),
  NOT_ALL_QUESTIONS_ANSWERED: row(400, 'MO-23', 'Not all questions answered', 'กรุณาตอบให้ครบทุกข้อ'),
  INVALID_QUESTION_ORDER: row(400, 'MO-23', 'Invalid question_order', 'ลำดับคำถามไม่ตรงกัน กรุณาเริ่มใหม่'),
  INVALID_CHOICE_INDEX: row(400, 'MO-23', 'Invalid choice_index', 'คำตอบที่เลือกไม่ถูกต้อง'),
  TOO_MANY_SUBMISSIONS: row(
    429,
    'MO-25',
    'at most {limit} submissions an hour',
    'ส่งคำตอบได้ไม่เกิน {limit} ครั้งต่อชั่วโมง กรุณาลองใหม่ภายหลัง',
  ),
} satisfies RejectionTable

/** Every "no" of moderation. */
export const rejections = {
  ...shopRejections,
  OWN_PERMISSIONS: row(403, 'MO-39', 'nobody changes their own permissions', 'ไม่สามารถแก้ไขสิทธิ์ของตนเองได้'),
  SUPER_ADMIN_REQUIRED: row(
    403,
    'MO-39',
    'only a super_admin gives or takes this: {permissions}',
    'เฉพาะ super_admin เท่านั้นที่ให้หรือถอนสิทธิ์นี้ได้: {permissions}',
  ),
  LAST_SUPER_ADMIN: row(
    409,
    'MO-39',
    'the last super_admin cannot be removed',
    'ไม่สามารถถอน super_admin คนสุดท้ายได้',
  ),
  CUSTOMER_NOT_FOUND: { ...sharedRejections.CUSTOMER_NOT_FOUND, rule: 'MO-39' },
  CASE_NOT_FOUND: row(404, 'MO-11', 'there is no such case', 'ไม่พบเคสนี้'),
  SCOPE_REQUIRED: row(400, 'MO-11', 'say what is to be suspended', 'กรุณาเลือกว่าจะระงับชิ้นนี้หรือทั้งคอลเลกชัน'),
  ALREADY_RESOLVED: row(409, 'MO-13', 'this case is decided already', 'เคสนี้ตัดสินไปแล้ว'),
  NOTHING_TO_UNDO: row(409, 'MO-19', 'there is no decision to take back', 'ไม่มีการตัดสินให้ย้อนคืน'),
  UNDO_TOO_LATE: row(
    409,
    'MO-19',
    'a decision can be taken back for 24 hours',
    'ย้อนคืนการตัดสินได้ภายใน 24 ชั่วโมงเท่านั้น',
  ),
  RANGE_SUSPENDED: row(409, 'MO-5', 'exactly this range is suspended already', 'ช่วงนี้ถูกระงับอยู่แล้ว'),
  SUSPENSION_NOT_FOUND: row(404, 'GW-9', 'suspension not found', 'ไม่พบรายการระงับนี้'),
  ISSUER_NOT_FOUND: row(404, 'MO-32', 'there is no such issuer', 'ไม่พบผู้ออกผลงานนี้'),
  SLUG_TAKEN: { ...sharedRejections.SLUG_TAKEN, rule: 'MO-32' },
  ISSUER_RANGES_OVERLAP: row(
    409,
    'MO-32',
    'another issuer has tokens of these ranges',
    'ช่วงหมายเลขทับกับของผู้ออกผลงานอื่น',
  ),
  FEE_NOT_FOUND: row(404, 'MO-34', 'there is no such fee', 'ไม่พบค่าธรรมเนียมนี้'),
  FEES_TOO_HIGH: row(
    409,
    'OB-31',
    'the fees of a sale would be {total_percent}% together; 50% is the most',
    'ค่าธรรมเนียมรวมจะเป็น {total_percent}% ซึ่งเกินเพดาน 50%',
  ),
  DECLARATION_NOT_FOUND: row(404, 'MO-37', 'nothing is declared by this id', 'ไม่พบคำประกาศนี้'),
  NOTHING_TO_PUBLISH: row(409, 'MO-27', 'there is no draft to publish', 'ไม่มีฉบับร่างให้เผยแพร่'),
} satisfies RejectionTable
