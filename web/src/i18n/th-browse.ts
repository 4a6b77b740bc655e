/** The Thai texts of looking around: the whole market, people; a part of `th-late.ts`. */
export const thBrowse = {
  'collection.creator': 'สร้างโดย',
  'filter.blockchain': 'บล็อกเชน',
  'filter.priceJfin': 'ราคา (JFIN)',
  'price.lastSale': 'ขายล่าสุดชิ้นละ {{price}} เมื่อ {{date}}',
  'price.lowest': 'ราคาต่ำสุดที่ลงขายอยู่ {{price}}',
  'price.neverSold': 'ชิ้นนี้ยังไม่เคยขาย',
  'price.offered': 'ข้อเสนอสูงสุดตอนนี้ {{price}}',
  'ranking.items': 'จำนวนชิ้น',
  'ranking.place': 'อันดับ',
  'ranking.sortedBy': 'จัดอันดับตาม',
  'ranking.title': 'อันดับคอลเลกชัน',
  'traits.none': 'คอลเลกชันนี้ไม่มีคุณสมบัติ',
  'traits.share': 'สัดส่วน',
  'traits.value': 'ค่า',
  'wallet.noneOffered': 'ยังไม่มีใครยื่นข้อเสนอให้ของในกระเป๋านี้',
} as const
