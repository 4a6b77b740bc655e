import { type RejectionTable, row } from '../rejection-row.ts'
import { sharedRejections } from '../rejections.ts'

/** What people in the shop may be answered by campaign: the shop carries no other. */
export const shopRejections = {
  VIRTUAL_NOT_FOUND: row(404, 'CA-9', 'there is no such collection or item', 'ไม่พบคอลเลกชันหรือไอเทมนี้'),
  HOLDING_NOT_FOUND: row(404, 'CA-55', 'there is no such holding of yours', 'ไม่พบรายการถือครองนี้ของคุณ'),
  RECEIVER_NOT_LINKED: row(
    403,
    'CA-51',
    'link a wallet first: it is minted only to one of your own',
    'กรุณาเชื่อมต่อกระเป๋าเงินก่อน มินต์ได้เฉพาะไปยังกระเป๋าของคุณเอง',
  ),
  NO_CONTRACT: row(409, 'CA-52', 'the collection has no contract on this chain', 'คอลเลกชันนี้ไม่มีสัญญาบนเชนนี้'),
  CONTRACT_DISABLED: row(409, 'CA-52', 'nothing new is minted by this contract', 'สัญญานี้หยุดมินต์รายการใหม่แล้ว'),
  CAMPAIGN_NOT_FOUND: row(404, 'CA-10', 'there is no such campaign', 'ไม่พบแคมเปญนี้'),
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
  CAMPAIGN_INVALID: row(
    400,
    'CA-24',
    'the campaign is not valid[ ({field})]',
    'ข้อมูลแคมเปญไม่ถูกต้อง[ ({field})]',
  ),
  CAMPAIGN_ENDED: row(409, 'CA-10', 'what has ended is not opened again', 'แคมเปญที่สิ้นสุดแล้วเปิดใหม่ไม่ได้'),
  CAMPAIGN_IN_USE: row(
    409,
    'CA-17',
    'somebody has used it already: archive it',
    'มีผู้ใช้แคมเปญนี้แล้ว กรุณาเก็บถาวรแทน',
  ),
  LINK_UNKNOWN: row(
    400,
    'CA-14',
    'only campaigns of the same project are linked',
    'เชื่อมโยงได้เฉพาะแคมเปญในโครงการเดียวกัน',
  ),
  TOO_MANY_LINKS: row(
    409,
    'CA-14',
    'at most {most} campaigns are linked with each other',
    'เชื่อมโยงแคมเปญเข้าด้วยกันได้ไม่เกิน {most} แคมเปญ',
  ),
  OWNER_REQUIRED: row(
    403,
    'CA-1',
    'only an owner of the project may do this',
    'เฉพาะเจ้าของโครงการเท่านั้นที่ทำรายการนี้ได้',
  ),
  LAST_OWNER: row(409, 'CA-4', 'a project keeps at least one owner', 'โครงการต้องมีเจ้าของอย่างน้อยหนึ่งคน'),
  ACCOUNT_UNKNOWN: row(404, 'CA-2', 'there is no such account', 'ไม่พบบัญชีนี้'),
  APP_USER_UNKNOWN: row(404, 'CA-2', 'there is no such app user in this project', 'ไม่พบผู้ใช้แอปนี้ในโครงการ'),
  PATTERN_ROLE: row(
    409,
    'CA-3',
    'by a pattern nobody becomes an owner or an admin',
    'ให้สิทธิ์เจ้าของหรือผู้ดูแลผ่านรูปแบบไม่ได้',
  ),
  TOO_MANY_PATTERNS: row(
    409,
    'CA-3',
    'a project has at most {most} patterns',
    'โครงการหนึ่งมีรูปแบบได้ไม่เกิน {most} รายการ',
  ),
  PROJECT_ARCHIVED: row(409, 'CA-5', 'this project is archived', 'โครงการนี้ถูกเก็บเข้าคลังแล้ว'),
  ASSET_SUSPENDED: sharedRejections.ASSET_SUSPENDED,
  PICTURE_REFUSED: { ...sharedRejections.PICTURE_REFUSED, rule: 'CA-20' },
  TOO_MANY_SLUGS: row(
    409,
    'CA-9',
    'it has had {most} of these names: all of them lead to it for good',
    'ใช้ชื่อย่อมาแล้ว {most} ชื่อ ชื่อเดิมทั้งหมดยังนำมาที่นี่',
  ),
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
  ITEM_ARCHIVED: row(
    409,
    'CA-17',
    'there is nothing new of an archived item',
    'ไม่สามารถออกไอเทมที่เก็บถาวรแล้วเพิ่มได้',
  ),
  SUPPLY_EXHAUSTED: row(
    409,
    'CA-49',
    'all there may be of it are there or promised',
    'ไอเทมนี้ถูกออกหรือสัญญาไว้ครบจำนวนแล้ว',
  ),
  TOKEN_TAKEN: row(
    409,
    'CA-48',
    'this number of the item is somebody’s already',
    'หมายเลขนี้ของไอเทมมีผู้ถือครองแล้ว',
  ),
  AUTOMINT_TAKEN: row(409, 'CA-48', 'this key was used for something else', 'คีย์นี้ถูกใช้กับรายการอื่นแล้ว'),
  CONTRACT_NOT_FOUND: row(404, 'CA-52', 'there is no such contract', 'ไม่พบสัญญานี้'),
  CONTRACT_EXISTS: row(
    409,
    'CA-52',
    'the collection has such a contract already',
    'คอลเลกชันนี้มีสัญญาประเภทนี้อยู่แล้ว',
  ),
  MINT_NOT_FOUND: row(404, 'CA-46', 'there is no such mint', 'ไม่พบรายการมินต์นี้'),
  MINT_NOT_ENDED: row(
    409,
    'CA-48',
    'only a mint that failed or was canceled is tried again',
    'ลองใหม่ได้เฉพาะรายการมินต์ที่ล้มเหลวหรือถูกยกเลิกแล้ว',
  ),
  MINT_UNDER_WAY: row(
    409,
    'CA-46',
    'this mint is signed already or has ended',
    'รายการมินต์นี้ลงนามแล้วหรือสิ้นสุดแล้ว',
  ),
} satisfies RejectionTable
