import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Texts = Readonly<Record<string, string>>
type Pair = { th: Texts; en: Texts }

const THAI = /[\u0e00-\u0e7f]/

/** The variables of a text: `{{name}}`. */
function variables(text = ''): string {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name = '']) => name)
    .sort()
    .join()
}

/** Keys that only one of the languages has. */
export function lonelyKeys({ th, en }: Pair): string[] {
  const only = (some: Texts, others: Texts) => Object.keys(some).filter((key) => !Object.hasOwn(others, key))
  return [...only(th, en), ...only(en, th)]
}

/** Keys into whose texts the two languages fill different values. */
export function differentValues({ th, en }: Pair): string[] {
  return Object.keys(th).filter((key) => variables(th[key]) !== variables(en[key]))
}

/** Keys with a Thai text without Thai letters, or an English one with some. */
export function wrongLetters({ th, en }: Pair): string[] {
  return Object.keys(th).filter((key) => !THAI.test(th[key] ?? '') || THAI.test(en[key] ?? ''))
}

/** Keys that no file below the folder names, tests and the catalogues themselves (`i18n/th…`, `i18n/en…`) apart. */
export function unusedKeys(texts: Texts, folder: string): string[] {
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|i18n\/(th|en)(-\w+)?\.ts$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  return Object.keys(texts).filter((key) => !code.includes(`'${key}'`))
}
