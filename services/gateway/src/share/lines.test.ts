import { expect, test } from 'vitest'
import { drawable, setText } from './lines.ts'

/** Every letter as wide as it is high; marks above and below a Thai letter take no room. */
const measure = (text: string) => [...text].filter((sign) => !/\p{Mn}/u.test(sign)).length

test('breaks Thai between words, never within one, and never before a mark', () => {
  const { lines } = setText('ปลากัดสีทองแห่งลุ่มน้ำเจ้าพระยา', 12, [{ size: 1, lines: 4 }], measure)
  expect(lines.join('')).toBe('ปลากัดสีทองแห่งลุ่มน้ำเจ้าพระยา')
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(line).not.toMatch(/^\p{Mn}/u)
})

test('takes the first size in which a text fits, and cuts it in the last one', () => {
  const sizes = [
    { size: 4, lines: 1 },
    { size: 2, lines: 2 },
  ]
  expect(setText('one two', 40, sizes, measure)).toEqual({ lines: ['one two'], size: 4 })
  expect(setText('one two three four', 40, sizes, measure)).toEqual({
    lines: ['one two three four'],
    size: 2,
  })
  const long = setText('one two three four five six seven eight nine', 40, sizes, measure)
  expect(long.size).toBe(2)
  expect(long.lines).toHaveLength(2)
  expect(long.lines[1]).toMatch(/…$/)
  expect(measure(long.lines[1] ?? '')).toBeLessThanOrEqual(20)
})

test('breaks a word that is wider than the line', () => {
  const { lines } = setText('x'.repeat(25), 10, [{ size: 1, lines: 5 }], measure)
  expect(lines).toEqual(['x'.repeat(10), 'x'.repeat(10), 'xxxxx'])
})

test('leaves out what can not be drawn, and keeps Thai, Latin, digits and signs', () => {
  expect(drawable('ปลากัด 🎉 #1 — ฿20\u202e\u0000 日本 (ok)')).toBe('ปลากัด #1 — ฿20 (ok)')
  expect(drawable('🎉🎉')).toBe('')
  expect(drawable('a\n\n  b')).toBe('a b')
})
