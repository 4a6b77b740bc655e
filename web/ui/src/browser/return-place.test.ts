import { afterEach, expect, test, vi } from 'vitest'
import { rememberPlace, takePlace } from './return-place.ts'

afterEach(() => vi.unstubAllGlobals())

test('WB-4 AW-14 somebody is led back to where they were, also by a page that is drawn anew on the way, and after no other sign-in', () => {
  const kept = new Map<string, string>()
  const location = { pathname: '/suspensions', search: '?id=1' }
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  vi.stubGlobal('window', { location, sessionStorage })
  rememberPlace()
  expect([takePlace(), takePlace()]).toEqual(['/suspensions?id=1', '/suspensions?id=1'])
  location.pathname = '/'
  rememberPlace() // signs in again, from the home page
  expect(takePlace()).toBe('/')
})
