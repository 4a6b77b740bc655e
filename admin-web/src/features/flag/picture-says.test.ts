import { expect, test } from 'vitest'
import { pictureSays } from './picture-says.ts'

test('AW-6 a picture that is gone or new is told as that, and not as one that could not be compared', () => {
  const [before, after] = ['/media/one.webp', '/media/another.webp']
  expect(pictureSays({ before, after: '', alike: null })).toBe('flag.pictureGone')
  expect(pictureSays({ before: '', after, alike: null })).toBe('flag.pictureNew')
  expect(pictureSays({ before, after, alike: null })).toBe('flag.pictureUnclear')
  expect(pictureSays({ before, after, alike: true })).toBe('flag.pictureAlike')
  expect(pictureSays({ before, after, alike: false })).toBe('flag.pictureOther')
})
