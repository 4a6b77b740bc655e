import { expect, test } from 'vitest'
import { descriptionOf } from './description.ts'

const ID = '65f0c0ffee65f0c0ffee65f0'
const NUMBER = `Talad ${ID}`

test.each([
  ['โคมลอย #7', `โคมลอย #7 (${NUMBER})`],
  ['  Lantern\n“No. 7”\t', `Lantern “No. 7” (${NUMBER})`],
  ['<b>Lantern</b>\u202e\u0000🎉', `b Lantern /b (${NUMBER})`],
  ['𝕃antern \uD83C', `antern (${NUMBER})`],
  ['🎉🎉', NUMBER],
  ['', NUMBER],
  [undefined, NUMBER],
])('SP-16 the card provider is told of a purchase of %j as %s', (name, told) => {
  expect(descriptionOf(ID, name)).toBe(told)
})

test('SP-16 a long name is cut so that the provider takes it with the number of the purchase', () => {
  expect(descriptionOf(ID, 'ก'.repeat(500))).toBe(`${'ก'.repeat(67)} (${NUMBER})`)
  expect(descriptionOf(ID, 'ก'.repeat(500))).toHaveLength(100)
})
