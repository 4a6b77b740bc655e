import { expect, test } from 'vitest'
import { outsideText, wellFormed } from './text.ts'

test('text that is fit to store passes as it is', () => {
  expect(wellFormed('ปลากัด 🎉 日本', 20)).toBe('ปลากัด 🎉 日本')
  expect(wellFormed('', 5)).toBe('')
})

test('lone surrogates and NUL are replaced', () => {
  expect(wellFormed('a\uD83Cb\0c\uDF89', 20)).toBe('a\uFFFDb\uFFFDc\uFFFD')
})

test('text is cut by characters, never through one', () => {
  expect(wellFormed(`${'a'.repeat(499)}🎉🎉`, 500)).toBe(`${'a'.repeat(499)}🎉`)
  expect(wellFormed('🎉🎉🎉', 2)).toBe('🎉🎉')
  expect(wellFormed('🎉'.repeat(9), 2).isWellFormed()).toBe(true)
  expect(wellFormed('abc', 2)).toBe('ab')
})

test('what somebody else’s server answers comes through the same door', () => {
  expect(outsideText(5).parse('a\0b\ud83ccdef')).toBe('a\ufffdb\ufffdc')
  expect(outsideText(5).safeParse(7).success).toBe(false)
})
