import { inPhrases } from '@talad/ui/i18n/phrases'

/** The Thai texts of the market's own home, which other pages need nothing of. */
export const thHome = inPhrases({
  'home.how': 'วิธีซื้อ',
  'home.safe': 'เราถือเงินของคุณไว้ จนกว่าของจะเข้ากระเป๋าของคุณ ถ้าส่งไม่สำเร็จ คืนให้เต็มจำนวนเป็นแต้ม',
  'home.see': 'ดูชิ้นนี้',
  'home.step1': 'เลือกชิ้นที่ชอบ',
  'home.step1Text': 'ทุกชิ้นบอกราคาเป็นบาท ราคาที่เห็นคือราคาที่จ่าย',
  'home.step2': 'จ่ายด้วยบัตร',
  'home.step2Text': 'เข้าสู่ระบบด้วยแอป Join แล้วจ่ายเหมือนซื้อของออนไลน์ทั่วไป ไม่ต้องมีคริปโต',
  'home.step3': 'รับเข้ากระเป๋า',
  'home.step3Text': 'บล็อกเชนบันทึกว่าชิ้นนี้เป็นของคุณ เก็บไว้ชื่นชม หรือลงขายต่อเมื่อไรก็ได้',
  'home.text':
    'ของสะสมดิจิทัลฝีมือ\u2060คนไทย ซื้อ\u2060ด้วย\u2060บัตร จ่าย\u2060เป็น\u2060บาท เป็น\u2060เจ้าของ\u2060ได้จริง',
  'home.title': 'ตลาดของสะสม\nเปิดทุกวัน',
  'section.noSource': 'ยังไม่มีสิ่งที่จะแสดง (No Source)',
  'section.notSupported': 'ยังไม่รองรับ (Not Support Yet)',
})
