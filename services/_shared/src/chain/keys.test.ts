import { expect, test } from 'vitest'
import { privateKeysSetting } from './keys.ts'

const [one, two] = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`]

test('A list of keys may hold one or several', () => {
  expect(privateKeysSetting.parse(one)).toEqual([one])
  expect(privateKeysSetting.parse(`${one}, ${two}`)).toEqual([one, two])
})

test.each(['', '0x1', `${one},`, `${one},${one}`])(
  'The list %j is refused, without telling a key',
  (text) => {
    const result = privateKeysSetting.safeParse(text)
    expect(result.success).toBe(false)
    expect(JSON.stringify(result.error?.issues)).not.toContain('1'.repeat(64))
  },
)
