import { inPhrases } from '@talad/ui/i18n/phrases'

/** The Thai texts of who made a collection; a part of its own, as few pages need them. */
export const thCreator = inPhrases({
  'creator.checked': 'สิ่งที่เราตรวจสอบแล้ว',
  'creator.contract_owner': 'เป็นเจ้าของสัญญาบนบล็อกเชน',
  'creator.holds': '{{site}} ไม่ได้ถือครองของสะสม ของทุกชิ้นอยู่ในกระเป๋าของเจ้าของเสมอ',
  'creator.identity': 'ตัวตนของผู้สร้าง',
  'creator.mail': 'ส่งอีเมลถึงเรา',
  'creator.mailBody': 'ที่อยู่สัญญา: {{contract}}\n\nหลักฐานว่าเป็นผู้สร้าง:\n',
  'creator.mailSubject': 'ขอยืนยันผู้สร้างคอลเลกชัน {{contract}}',
  'creator.needed': 'รอการยืนยันผู้สร้าง',
  'creator.neededText': 'ของสะสมชิ้นนี้ยังซื้อขายไม่ได้ จนกว่าผู้สร้างจะยืนยันตัวตนกับเรา',
  'creator.reply': 'เราตอบกลับภายใน 72 ชั่วโมง',
  'creator.rights': 'สิทธิ์ในผลงาน',
  'creator.send': 'หากคุณเป็นผู้สร้าง ส่งที่อยู่สัญญาและหลักฐานการเป็นเจ้าของมาที่ {{email}}',
  'creator.since': 'ยืนยันเมื่อ {{date}}',
  'creator.social': 'บัญชีโซเชียล',
  'creator.verified': 'ยืนยันผู้สร้างแล้ว',
  'creator.website': 'เว็บไซต์',
})
