import { type RejectionTable, row } from '../rejection-row.ts'
import { sharedRejections } from '../rejections.ts'

/** What people in the shop may be answered by campaign: the shop carries no other. */
export const shopRejections = {
  VIRTUAL_NOT_FOUND: row(404, 'CA-9', 'there is no such collection or item', 'ไม่พบคอลเลกชันหรือไอเทมนี้'),
} satisfies RejectionTable

/** Every "no" of campaign that is not the kit's. */
export const rejections = {
  ...shopRejections,
  PAYLOAD_INVALID: row(
    400,
    'CA-57',
    'the payload is not valid[ ({field})]',
    'ข้อมูล payload ไม่ถูกต้อง[ ({field})]',
  ),
  PAYLOAD_REQUIRED: row(
    409,
    'CA-65',
    'a collection that has a payload keeps one: its items rest on it',
    'คอลเลกชันที่มี payload แล้วต้องมีต่อไป เพราะไอเทมใช้ข้อมูลนี้อยู่',
  ),
  OWNER_REQUIRED: row(
    403,
    'CA-1',
    'only an owner of the project may do this',
    'เฉพาะเจ้าของโครงการเท่านั้นที่ทำรายการนี้ได้',
  ),
  LAST_OWNER: row(409, 'CA-4', 'a project keeps at least one owner', 'โครงการต้องมีเจ้าของอย่างน้อยหนึ่งคน'),
  PROJECT_ARCHIVED: row(409, 'CA-5', 'this project is archived', 'โครงการนี้ถูกเก็บเข้าคลังแล้ว'),
  PICTURE_REFUSED: { ...sharedRejections.PICTURE_REFUSED, rule: 'CA-20' },
  SLUG_TAKEN: { ...sharedRejections.SLUG_TAKEN, rule: 'CA-9' },
  LIMIT_BELOW_PROMISED: row(
    409,
    'CA-49',
    'more than this are there or promised already',
    'มีหรือสัญญาไว้แล้วมากกว่าจำนวนนี้',
  ),
  COLLECTION_ARCHIVED: row(
    409,
    'CA-17',
    'nothing new is made in an archived collection',
    'ไม่สามารถสร้างไอเทมใหม่ในคอลเลกชันที่เก็บถาวรแล้ว',
  ),
  COLLECTION_NOT_EMPTY: row(
    409,
    'CA-17',
    'a collection with items cannot be deleted: archive it',
    'ลบคอลเลกชันที่มีไอเทมไม่ได้ กรุณาเก็บถาวรแทน',
  ),
  VIRTUAL_IN_USE: row(
    409,
    'CA-17',
    'somebody has it or was promised it: archive it',
    'มีผู้ถือครองหรือได้รับสัญญาไว้แล้ว กรุณาเก็บถาวรแทน',
  ),
  KEY_NOT_USABLE: row(409, 'CA-6', 'this key has ended already', 'คีย์นี้สิ้นสุดแล้ว'),
} satisfies RejectionTable
