import { blacklisted, domainOf, namedIn, readBlacklist } from '@talad/shared/blacklist/domains'
import { isDue, readList } from '@talad/shared/blacklist/list'
import { expect, test } from 'vitest'

const bytes = (value: unknown) =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
const texts = (text: string) => [{ field: 'description', text }]

test('AI-22 what says nothing of whose a site is goes; a host is hit by a domain that is it, or that it lies below', () => {
  const list = readBlacklist('www.evil.example, mail.ru\nАПТЕКА.рф')
  for (const text of ['evil.example', 'www.evil.example', 'mail.evil.example', 'api.evil.example'])
    expect(blacklisted(texts(`see https://${text}:8080/a?b#c`), list)).toBeDefined()
  for (const text of ['img.evil.example', 'a.b.evil.example', 'EVIL.example', 'mail.ru', 'аптека.рф'])
    expect(blacklisted(texts(text), list)).toBeDefined()
  for (const text of ['notevil.example', 'evil.example.com', 'evil.examples', 'gmail.ru', 'example', 'ru'])
    expect(blacklisted(texts(text), list)).toBeUndefined()
  expect(namedIn(texts('www.a.evil.example'))).toEqual(['a.evil.example', 'evil.example'])
})

test('AI-22 an entry of a list is a domain, and nothing that leads further or would hit half of the net', () => {
  expect(['*.evil.example', ' Evil.example. ', 'api.com', 'xn--e1afmkfd.xn--p1ai'].map(domainOf)).toEqual([
    ...['evil.example', 'evil.example', 'api.com', 'xn--e1afmkfd.xn--p1ai'],
  ])
  for (const entry of [
    '',
    'com',
    '*',
    'docs.example/form',
    'u@evil.example',
    'evil.example:80',
    'a b.example',
  ])
    expect(domainOf(entry)).toBeUndefined()
})

test('AI-22 a list is taken as it is published, once each, and refused where it is something else', () => {
  expect(readList(bytes(['a.example', 'www.a.example', 'b.example']))).toEqual(['a.example', 'b.example'])
  expect(readList(bytes(`\uFEFF${JSON.stringify({ version: 2, blacklist: ['a.example'] })}`))).toEqual([
    ...['a.example'],
  ])
  const many = Array.from({ length: 200 }, (_, n) => `site${n}.example`)
  expect(readList(bytes([...many, 'docs.example/form', '?']))).toHaveLength(200)
  for (const broken of ['<html>', '', '[]', '{}', '["a.example"', [1], { blacklist: 'a.example' }, ['com']])
    expect(() => readList(bytes(broken))).toThrow('list')
  expect(() => readList(bytes([...many, '?', '?', '?']))).toThrow('3 of 203 entries')
})

test('AI-22 a list is due once a day, and at once from another address', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const known = (hours: number) => ({ url: 'a', readAt: new Date(now.getTime() - hours * 3_600_000) })
  expect(
    [undefined, known(23.9), known(24), { url: 'a', readAt: null }].map((one) => isDue(one, 'a', now)),
  ).toEqual([true, false, true, true])
  expect(isDue(known(1), 'b', now)).toBe(true)
})
