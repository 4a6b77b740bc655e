import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesPattern, parsePattern, patternText } from './verified-fields.ts'

const wallet = `0x${'Ab'.repeat(20)}`

test.each([
  ['join:phone:+6681*', 'join:phone:+6681*'],
  ['join:phone:+66812345678', 'join:phone:+66812345678'],
  ['join:phone:*5678', 'join:phone:*5678'],
  ['join:userId:Somchai*', 'join:userId:somchai*'],
  [`web3:walletAddress:${wallet}`, `web3:walletAddress:${wallet.toLowerCase()}`],
  ['join:walletAddress:0xAb*', 'join:walletAddress:0xab*'],
])('CA-3 %s is a pattern, case-folded', (text, read) => {
  const pattern = parsePattern(text)
  expect(pattern && patternText(pattern)).toBe(read)
})

test.each([
  '*',
  'join:phone:*',
  'join:phone:+*',
  'join:phone:*66*',
  'join:phone:+66*81',
  'join:phone:**',
  'join:phone:0812345678',
  'join:phone:',
  'join:userId:*',
  'join:userId:a b',
  'join:email:*@example.com',
  'web3:walletAddress:0x*',
  'web3:walletAddress:0xabc',
  'web3:phone:+66*',
  'Join:phone:+66*',
  'line:userId:U12*',
  'join:constructor:x',
  'join:userId:ส*',
  ':::',
  '',
])('CA-3 %j is none: a bare star, a star within, or a field that nobody has verified', (text) => {
  expect(parsePattern(text)).toBeUndefined()
})

test('CA-3 a pattern matches what begins or ends so, or is the same, in any case, and nothing that only looks alike', () => {
  const phone = '+66812345678'
  expect(['+6681*', '*5678', phone].map((one) => matchesPattern(phone, one))).toEqual([true, true, true])
  expect(['+6682*', '*567', '+6681'].map((one) => matchesPattern(phone, one))).toEqual([false, false, false])
  expect(matchesPattern('SomChai', 'somchai')).toBe(true)
  expect(matchesPattern('\u212Aim', 'kim')).toBe(false) // the sign of the kelvin folds to a k
  expect(matchesPattern('kim\n', 'kim*')).toBe(false)
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9_-]{2,20}$/), fc.nat(), (text, cut) => {
      const at = 1 + (cut % (text.length - 1))
      expect(matchesPattern(text.toUpperCase(), `${text.slice(0, at)}*`)).toBe(true)
      expect(matchesPattern(text, `*${text.slice(at)}`)).toBe(true)
      expect(matchesPattern(`x${text}`, `${text.slice(0, at)}*`)).toBe(
        `x${text}`.startsWith(text.slice(0, at)),
      )
    }),
  )
})
