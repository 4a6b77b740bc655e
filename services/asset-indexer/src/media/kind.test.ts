import { expect, test } from 'vitest'
import { contentTypeFor, isPicture, isPlayed, mediaTypes, typeByContent, typeByExtension } from './kind.ts'

const lists = {
  image: ['jpg', 'jpeg', 'png', 'webp', 'avif', 'tif', 'tiff', 'gif', 'svg', 'bmp'],
  video: ['mp4', 'webm', 'mov', 'm4v', 'ogv'],
  audio: ['mp3', 'wav', 'ogg', 'm4a', 'flac', 'aac'],
} as const

test.for(Object.entries(lists))('AI-21 every extension of a list says the kind: %s', ([kind, extensions]) => {
  for (const extension of extensions)
    for (const source of [
      `https://a.example/x.${extension}`,
      `https://a.example/x.${extension.toUpperCase()}?v=1.html#t=3`,
      `ipfs://bafy/some%20clip.${extension}`,
      `ar://${'a'.repeat(43)}/x.${extension}`,
    ])
      expect([source, typeByExtension(source)]).toEqual([source, mediaTypes[kind as keyof typeof lists]])
})

test('AI-21 only the path of an address names a file: no host, query, folder or fragment', () => {
  for (const source of [
    'https://clip.mp4',
    'https://clip.mp4/',
    'https://a.example/clip.mp4/',
    'https://a.example/clip.mp4/page',
    'https://a.example/page?file=clip.mp4',
    'https://a.example/page#clip.mp4',
    'https://a.example/clip.mp4.',
    'https://a.example/mp4',
    'https://a.example/clip.mp44',
    'https://a.example/clip.exe',
    'ipfs://clip.mp4',
    'data:text/html,clip.mp4',
    'data:text/html,/clip.mp4',
    'clip.mp4',
    '',
  ])
    expect([source, typeByExtension(source)]).toEqual([source, undefined])
})

test('AI-21 a content type says the kind, and nothing that is known is unknown', () => {
  const kinds = ['image/png', 'video/mp4', 'audio/mpeg', 'application/json', 'font/woff2', 'text/html']
  expect(kinds.map(typeByContent)).toEqual([1, 2, 3, 4, 5, 6])
  expect(['', 'video', 'x-video/mp4', 'constructor/x', '*/*'].map(typeByContent)).toEqual([0, 2, 0, 0, 0])
  expect([0, 1, 2, 3, 4, 5, 6, 999].filter(isPlayed)).toEqual([2, 3])
})

test('what is played is answered as what it is played as, whatever its server says', () => {
  const { video, audio } = mediaTypes
  expect(contentTypeFor(video, 'https://a.example/x', 'video/webm')).toBe('video/webm')
  expect(contentTypeFor(video, 'https://a.example/x.mov', 'text/html')).toBe('video/quicktime')
  expect(contentTypeFor(video, 'https://a.example/x.mp3', 'audio/mpeg')).toBe('video/mp4')
  expect(contentTypeFor(audio, 'https://a.example/x', '')).toBe('audio/mpeg')
  expect(contentTypeFor(audio, 'https://a.example/x', 'audio/x\r\nset-cookie: a')).toBe('audio/mpeg')
})

test('AI-21 a picture is known by its type, and by its first bytes where its server says nothing of it', () => {
  const text = (content: string) => Buffer.from(content, 'latin1')
  expect(isPicture('image/png', text(''))).toBe(true)
  for (const content of [
    '\x89PNG\r\n',
    '\xff\xd8\xff\xe0',
    'GIF89a',
    'RIFF\x01\x02\x03\x04WEBP',
    '<?xml version="1.0"?>\n<svg >',
  ])
    expect(isPicture('application/octet-stream', text(content))).toBe(true)
  for (const content of ['{"image":"<svg"}', '<html><svg>', 'RIFF', ''])
    expect(isPicture('application/json', text(content))).toBe(false)
})
