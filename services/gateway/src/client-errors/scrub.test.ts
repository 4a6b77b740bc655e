import { expect, test } from 'vitest'
import { scrub } from './scrub.ts'

const clean = (text: string) => scrub(text, 1_000)

test('ID-42 a fault tells nobody who met it: tokens, mails, numbers and queries are struck out', () => {
  expect(clean('Bearer eyJhbGci.eyJzdWIi.c2ln is over')).toBe('Bearer [token] is over')
  expect(clean('key tk_live_abc123')).toBe('key [key]')
  expect(clean('no mail to mali.s+x@example.co.th')).toBe('no mail to [email]')
  expect(clean('call 081-234-5678 or +66 81 234 5678')).toBe('call [number] or [number]')
  expect(clean('card 4111 1111 1111 1111')).toBe('card [number]')
  expect(clean(`0x${'ab'.repeat(32)}`)).toBe('[hex]')
  expect(clean('at https://talad.example/auth/join?sessionId=abc#x (a.js:1:2)')).toBe(
    'at https://talad.example/auth/join?… (a.js:1:2)',
  )
})

test('what a fault needs stays: places in the code, wallets, ordinary numbers; and it is bounded and well-formed', () => {
  const kept = `TypeError: x is undefined at f (https://talad.example/assets/a-1b2c.js:120:3456) 0x${'ab'.repeat(20)} 12345`
  expect(clean(kept)).toBe(kept)
  expect(scrub('a'.repeat(50), 10)).toBe('a'.repeat(10))
  expect(clean('\ud800\0')).toBe('\uFFFD\uFFFD')
})
