import { expect, test } from 'vitest'
import { keepPhrases } from './phrases.ts'

const JOINER = '\u2060'

/** The places where a browser may end a line: between words of its dictionary, but for a joiner there. */
function ends(text: string): string[] {
  const words = new Intl.Segmenter('th', { granularity: 'word' })
  return text
    .split(/\s+/)
    .flatMap((part) =>
      part.split(JOINER).length > 1
        ? joinedParts(part, words)
        : [...words.segment(part)].map(({ segment }) => segment),
    )
}

function joinedParts(part: string, words: Intl.Segmenter): string[] {
  const parts: string[] = []
  for (const [index, piece] of part.split(JOINER).entries()) {
    const [first = '', ...rest] = [...words.segment(piece)].map(({ segment }) => segment)
    if (index === 0) parts.push(first)
    else parts.push(`${parts.pop() ?? ''}${first}`)
    parts.push(...rest)
  }
  return parts
}

test('A line of Thai never ends within what is said in one breath', () => {
  const said = ends(
    keepPhrases('แต้มใช้ซื้อของได้แต่ถอนไม่ได้ กรุณารอสักครู่ แล้วลองใหม่ หรือลองอีกครั้งในภายหลัง คุณจ่ายไป ฿560'),
  )
  for (const phrase of ['ถอนไม่ได้', 'จ่ายไป', 'สักครู่', 'ลองใหม่', 'อีกครั้ง'])
    expect(
      said.some((piece) => piece.includes(phrase)),
      phrase,
    ).toBe(true)
})

test('A line never ends within a word that a browser takes for several', () => {
  const text = 'ไม่มีค่าใช้จ่าย แต่มีค่าธรรมเนียมเครือข่ายของคอลเลกชันนี้ ถ้าจ่ายด้วยคริปโต'
  const said = ends(keepPhrases(text))
  for (const word of ['ค่าใช้จ่าย', 'ค่าธรรมเนียม', 'เครือข่าย', 'คอลเลกชัน', 'คริปโต'])
    expect(
      said.some((piece) => piece.includes(word)),
      word,
    ).toBe(true)
  expect(keepPhrases(text).replaceAll(JOINER, '')).toBe(text)
})

test('Nothing but joiners is added, and labels stay as they are', () => {
  const text = 'ธนาคารบางแห่งใช้เวลาสักครู่ กรุณาอย่าเพิ่งจ่ายซ้ำ'
  expect(keepPhrases(text)).not.toBe(text)
  expect(keepPhrases(text).replaceAll(JOINER, '')).toBe(text)
  expect(keepPhrases('ลงขายชิ้นนี้')).toBe('ลงขายชิ้นนี้')
})
