import { beforeEach, expect, test, vi } from 'vitest'
import { codeFrom, forgetCode, keptCode, takeCode } from './code.ts'

const replaceState = vi.fn()

beforeEach(() => {
  const kept = new Map<string, string>()
  replaceState.mockClear()
  vi.stubGlobal('window', {
    location: { pathname: '/projects/fair/campaigns/noodles', search: '?a=1', hash: '#code=NOODLE%2D26' },
    history: { state: { key: 'k' }, replaceState },
    sessionStorage: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => void kept.set(name, text),
      removeItem: (name: string) => void kept.delete(name),
    },
  })
})

test('CA-75 reads a code alone, or at the end of a link, and nothing else', () => {
  expect(codeFrom(' NOODLE26 ')).toBe('NOODLE26')
  expect(codeFrom('https://talad.example/projects/fair/campaigns/noodles#code=NOODLE%2D26')).toBe('NOODLE-26')
  expect(codeFrom('https://talad.example/x#a=1&code=ABCD')).toBe('ABCD')
  for (const other of [
    'ABC',
    'x'.repeat(65),
    'A B C D',
    'https://elsewhere.example/',
    'x#code=%E0%A4%A',
    'ก๋วยเตี๋ยว',
  ])
    expect(codeFrom(other)).toBeUndefined()
})

test('the code of a link leaves the address at once, and is kept for its campaign alone until it is used', () => {
  takeCode()
  expect(replaceState).toHaveBeenCalledWith({ key: 'k' }, '', '/projects/fair/campaigns/noodles?a=1')
  expect(keptCode('noodles')).toBe('NOODLE-26')
  expect(keptCode('other')).toBe('')
  forgetCode()
  expect(keptCode('noodles')).toBe('')
})

test('leaves an address without a code, and what is kept, as they are', () => {
  takeCode()
  replaceState.mockClear()
  window.location.hash = '#top'
  takeCode()
  expect(replaceState).not.toHaveBeenCalled()
  expect(keptCode('noodles')).toBe('NOODLE-26')
})
