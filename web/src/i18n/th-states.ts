/** The Thai texts of what is reserved, and of a network or a site that doesn't answer as usual; a part of `th-first.ts`. */
export const thStates = {
  'offline.payment': 'ตอนนี้ไม่มีอินเทอร์เน็ต เงินและการซื้อของคุณปลอดภัย รายการที่จ่ายแล้วจะดำเนินต่อเอง',
  'offline.text': 'ตอนนี้ไม่มีอินเทอร์เน็ต สิ่งที่เห็นอาจไม่ใช่ข้อมูลล่าสุด',
  'reserved.busy': 'มีคนกำลังซื้ออยู่',
  'reserved.busyPaid': 'มีผู้ซื้อชำระเงินแล้ว กำลังส่งมอบ',
  'reserved.busyUntil': 'ถ้าผู้จองไม่ชำระเงิน คุณจะซื้อได้ตั้งแต่ {{time}} น. หน้านี้จะเปลี่ยนให้เอง',
  'reserved.canceled': 'ยกเลิกการจองแล้ว คนอื่นซื้อชิ้นนี้ได้',
  'reserved.freeing': 'กำลังเปิดขายอีกครั้ง',
  'reserved.yours': 'คุณจองชิ้นนี้ไว้',
  'slow.text': 'ใช้เวลานานกว่าปกติ',
  'version.text': 'มีเวอร์ชันใหม่แล้ว',
} as const
