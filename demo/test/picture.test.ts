import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type CollectionKey, collections } from '../src/collections.ts'
import { banner, cover, picture } from '../src/picture.ts'
import { faultOf } from './xml.ts'

const tokens = collections.flatMap(({ key, tokens: all }) => all.map(({ id }) => ({ key, id })))

function idsOf(svg: string): string[] {
  return [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? '')
}

function soundness(svg: string): string[] {
  const ids = idsOf(svg)
  const used = [...svg.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id ?? '')
  return [
    ...(faultOf(svg) === undefined ? [] : [`not well-formed: ${faultOf(svg)}`]),
    ...(new Set(ids).size === ids.length ? [] : ['an id is defined twice']),
    ...used.filter((id) => !ids.includes(id)).map((id) => `nothing is called ${id}`),
    ...(/NaN|undefined|Infinity|null/.test(svg) ? ['a number is missing'] : []),
    ...(/<(script|text|image|foreignObject|filter|a|use|style)\b|href=|\son\w+=/.test(svg)
      ? ['refers outside']
      : []),
  ]
}

test.each(tokens)('the picture of $key $id is well-formed, self-contained and complete', ({ key, id }) => {
  expect(soundness(picture(key, id))).toEqual([])
  expect(picture(key, id)).toContain('width="800" height="800"')
})

test('no two tokens have the same picture', () => {
  expect(new Set(tokens.map(({ key, id }) => picture(key, id))).size).toBe(tokens.length)
})

test.each(collections.map(({ key }) => key))(
  'the banner and the cover of %s are sound',
  (key: CollectionKey) => {
    expect(soundness(banner(key))).toEqual([])
    expect(banner(key)).toContain('width="1600" height="500"')
    expect(soundness(cover(key))).toEqual([])
  },
)

test('an unknown token has no picture', () => {
  expect(() => picture('betta', 999)).toThrow(RangeError)
})

test.each([
  ['betta', 4],
  ['betta', 8],
  ['lantern', 12],
  ['ticket', 11],
] as const)('sharp draws %s %i at 800 px with light, shade and colour', async (key, id) => {
  const image = sharp(Buffer.from(picture(key, id)))
  const { info } = await image.png().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([800, 800])
  const { channels } = await image.stats()
  for (const { stdev } of channels.slice(0, 3)) expect(stdev).toBeGreaterThan(15)
})
