/**
 * Thai is written without spaces: a browser ends a line after any word of its dictionary, and so also within what is said
 * in one breath (ถอน|ไม่ได้, สัก|ครู่, ลอง|ใหม่). These don't begin a line.
 */
const FOLLOWING =
  'แล้ว|ไป|ได้|ไม่ได้|ไม่สำเร็จ|ไว้|อยู่|ขึ้นไป|เท่านั้น|ครู่|ครั้ง|อีกครั้ง|ใหม่|นี้|นั้น|เลย|เอง|ซ้ำ|เชน|สู่|ระบบ|ซื้อ|ขาย|เงิน|บาท|คุณ'
/** These don't end one. */
const LEADING = 'ไม่|กำลัง|สัก|อย่า|ผู้|การ|เข้า|ลง'
/** Of several words in a browser's dictionary, which ends a line at these strokes, and read as one. */
const COMPOUNDS = 'ค่า|ใช้|จ่าย ค่า|ธรรมเนียม ค่า|บริการ เครือ|ข่าย คอล|เลก|ชัน ค|ริ|ป|โต ชิ้น|งาน ข้อ|เสนอ ของ|สะสม'
const THAI = '\\u0e01-\\u0e4e'
const SEAM = new RegExp(`(?<=[${THAI}])(?=${FOLLOWING})|(?<=${LEADING})(?=[${THAI}])`, 'gu')
/** What is shorter stands on one line: buttons, labels. */
const SENTENCE = 25
/** Word joiner: no line ends here, and nothing is seen. */
const JOINER = '\u2060'
const JOINED = COMPOUNDS.split(' ').map(
  (word) => [word.replaceAll('|', ''), word.replaceAll('|', JOINER)] as const,
)

/** A Thai sentence in which no line ends within a phrase. */
export function keepPhrases(text: string): string {
  if (text.length < SENTENCE) return text
  const whole = JOINED.reduce((said, [word, joined]) => said.replaceAll(word, joined), text)
  return whole.replaceAll(SEAM, JOINER)
}

/** A Thai catalogue whose sentences break between phrases only. */
export function inPhrases<Key extends string>(texts: Readonly<Record<Key, string>>): Record<Key, string> {
  const kept: Record<Key, string> = { ...texts }
  for (const key in kept) kept[key] = keepPhrases(kept[key])
  return kept
}
