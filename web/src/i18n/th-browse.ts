/** The Thai texts of looking around: the whole market, people; a part of `th-late.ts`. */
export const thBrowse = {
  'filter.blockchain': 'บล็อกเชน',
  'filter.priceJfin': 'ราคา (JFIN)',
  'wallet.noneOffered': 'ยังไม่มีใครยื่นข้อเสนอให้ของในกระเป๋านี้',
} as const
