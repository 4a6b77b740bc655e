import { inPhrases } from './phrases.ts'

/** The words of the shared components in Thai; the keys of this file are the keys there are, `en.ts` has the same. */
export const th = inPhrases({
  'amount.number': 'กรุณาใส่จำนวนเป็นตัวเลข',
  'amount.positive': 'จำนวนต้องมากกว่า 0',
  'amount.whole': 'จำนวนต้องเป็นเลขเต็ม ไม่มีจุดทศนิยม',
  'common.close': 'ปิด',
  'common.explain': 'คำนี้หมายถึงอะไร',
  'common.less': 'ลดลงหนึ่ง',
  'common.messages': 'ข้อความ',
  'common.more': 'ดูเพิ่ม',
  'common.moreOne': 'เพิ่มขึ้นหนึ่ง',
  'common.retry': 'ลองอีกครั้ง',
  'offline.window': 'ตอนนี้ไม่มีอินเทอร์เน็ต ที่กรอกไว้ยังอยู่ครบ ทำต่อได้เมื่อกลับมาออนไลน์',
  'part.missing': 'เปิดส่วนนี้ไม่สำเร็จ',
  'part.offline': 'เปิดส่วนนี้ไม่ได้ เพราะไม่มีอินเทอร์เน็ต',
  'picture.zoomIn': 'ดูใกล้ขึ้น',
  'picture.zoomOut': 'ดูทั้งภาพ',
  'slow.action': 'ใช้เวลานานกว่าปกติ รออีกสักครู่ ไม่มีอะไรสูญหาย',
  'version.reload': 'โหลดใหม่',
})
