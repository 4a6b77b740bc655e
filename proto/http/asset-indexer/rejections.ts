import { type RejectionTable, row } from '../rejection-row.ts'
import { sharedRejections } from '../rejections.ts'

/** Every "no" of the asset indexer. */
export const rejections = {
  COLLECTION_SUSPENDED: row(403, 'GW-7', 'collection is suspended', 'คอลเลกชันนี้ถูกระงับ'),
  ASSET_SUSPENDED: sharedRejections.ASSET_SUSPENDED,
  NOT_YOUR_ASSET: sharedRejections.NOT_YOUR_ASSET,
  PICTURE_NOT_READY: row(409, 'ID-39', 'its picture is not ready yet', 'รูปของชิ้นนี้ยังไม่พร้อม กรุณาลองอีกครั้งภายหลัง'),
  SITE_NOT_KNOWN: row(
    409,
    'GW-5',
    'no such site is known here; one that was just opened takes a moment, please try again',
    'ยังไม่พบเว็บไซต์นี้ หากเพิ่งเปิดใหม่ กรุณารอสักครู่แล้วลองอีกครั้ง',
  ),
  SLUG_TAKEN: sharedRejections.SLUG_TAKEN,
  PICTURE_REFUSED: sharedRejections.PICTURE_REFUSED,
  INVALID_PATTERN: row(
    400,
    'AI-10',
    'this is not a regular expression: {says}',
    'รูปแบบนี้ไม่ใช่นิพจน์ปกติที่ถูกต้อง: {says}',
  ),
} satisfies RejectionTable
