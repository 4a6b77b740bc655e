import { expect, test } from 'vitest'
import { pageNames } from './page.ts'
import { pages } from './pages.ts'

const THAI = /[\u0e00-\u0e7f]/

test('WB-17 every text of the site is there in Thai and in English', () => {
  for (const name of pageNames) {
    const { title, parts } = pages[name]
    expect(parts.length).toBeGreaterThan(1)
    for (const { th, en } of [title, ...parts.flatMap((part) => [part.title, ...part.text])]) {
      expect(THAI.test(th), th).toBe(true)
      expect(THAI.test(en), en).toBe(false)
    }
  }
})
