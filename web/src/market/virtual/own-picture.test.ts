import { expect, test } from 'vitest'
import { ownPicture } from './own-picture.ts'

test('shows the pictures of the site, and no other', () => {
  expect(ownPicture('/media/a.webp')).toBe('/media/a.webp')
  expect(ownPicture('http://site.invalid/media/a.webp?x=1')).toBe('/media/a.webp')
  for (const other of [
    ...['ipfs://lantern/1', 'https://elsewhere.example/a.webp', '//elsewhere.example/a.webp'],
    ...['javascript:alert(1)', 'data:image/png;base64,AA', 'https://', '/media/{id}.webp', null, undefined],
  ])
    expect(ownPicture(other)).toBeUndefined()
})
