import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { th } from './th.ts'

const src = join(import.meta.dirname, '..')
const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter(
    (name) =>
      /\.tsx?$/.test(name) && !/\.test\.ts$|i18n\/(th|en)(-trade|-more|-records|-states)?\.ts$/.test(name),
  )
  .map((name) => readFileSync(join(src, name), 'utf8'))
  .join('\n')

/** The variables of a text: `{{name}}`. */
function variables(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).sort()
}

test('WB-17 has the same keys in Thai and in English', () => {
  expect(Object.keys(en).sort()).toEqual(Object.keys(th).sort())
})

test('WB-17 fills the same values into both languages', () => {
  const filled = (catalogue: object) =>
    Object.fromEntries(Object.entries(catalogue).map(([key, text]) => [key, variables(String(text))]))
  expect(filled(en)).toEqual(filled(th))
})

test('WB-17 writes Thai in Thai and English without it, but for the name of the other language', () => {
  const thai = /[\u0e00-\u0e7f]/
  const wrong = [
    ...Object.entries(th).filter(([, text]) => !thai.test(text)),
    ...Object.entries(en).filter(([, text]) => thai.test(text)),
  ].map(([key]) => key)
  expect(new Set(wrong)).toEqual(new Set(['nav.language']))
})

test('Every text of the catalogue is used', () => {
  expect(Object.keys(th).filter((key) => !code.includes(`'${key}'`))).toEqual([])
})
