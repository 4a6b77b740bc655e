import type { TraitConfig } from '@talad/proto/http/asset-indexer/collection-admin'
import { Rejection } from '@talad/shared/rejection'
import { wellFormed } from '@talad/shared/text'
import { RE2JS, RE2JSException } from 're2js'
import { type Attribute, MAX_VALUE } from './attribute.ts'
import { foldTrait } from './fold.ts'

/** A trait as it is read. `original`: what the maker wrote, where that reads otherwise. */
export type Trait = Attribute & { original: string | null; star: boolean }
export type Derived = { attributes: Trait[]; dropped: string[] }

const MAX_STARS = 4

type Rewrite = (text: string) => string

/** AI-10: by an engine that takes linear time, so that no pattern keeps a worker. @throws Rejection INVALID_PATTERN */
function rewriteOf({ rules }: TraitConfig, index: number): Rewrite {
  const steps = rules.map(({ match, replace }, rule): Rewrite => {
    try {
      const pattern = RE2JS.compile(match)
      return (text) => pattern.matcher(text).replaceAll(replace)
    } catch (error) {
      if (!(error instanceof RE2JSException)) throw error
      const field = `configs.${index}.rules.${rule}.match`
      throw new Rejection('INVALID_PATTERN', { field, details: { says: error.message } })
    }
  })
  return (text) =>
    wellFormed(steps.reduce((now, step) => step(now).slice(0, MAX_VALUE), text).trim(), MAX_VALUE)
}

/** @throws Rejection VALIDATION */
function checkKeys(configs: readonly TraitConfig[]): void {
  const seen = new Set<string>()
  for (const [index, { key }] of configs.entries()) {
    if (seen.has(foldTrait(key))) throw new Rejection('VALIDATION', { field: `configs.${index}.key` })
    seen.add(foldTrait(key))
  }
  const starred = configs.flatMap(({ star, ignore }, index) => (star && !ignore ? [index] : []))
  const excess = starred[MAX_STARS]
  if (excess !== undefined) throw new Rejection('VALIDATION', { field: `configs.${excess}.star` }) // AI-10
}

/** A minus within a word is a hyphen. A number of one value may be written in thousands. */
const FIRST = /(?:(?<![\p{L}\p{N}])-)?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d{1,30})(?:\.\d{1,18})?/u
const EVERY = /(?:(?<![\p{L}\p{N}])-)?\d{1,30}(?:\.\d{1,18})?/gu

const THAI_ZERO = 0x0e50
const latinDigits = (text: string) =>
  text.replaceAll(/[\u0e50-\u0e59]/g, (digit) => String(digit.charCodeAt(0) - THAI_ZERO))

/** The same number in one form. */
function plain(found: string): string {
  const [whole = '', fraction = ''] = found.replaceAll(',', '').split('.')
  const digits = whole.replace(/^(-?)0+(?=\d)/, '$1')
  const rest = fraction.replace(/0+$/, '')
  const text = rest === '' ? digits : `${digits}.${rest}`
  return text === '-0' ? '0' : text
}

function numbersIn(text: string, transform: 'num' | 'nums'): string[] {
  const latin = latinDigits(text)
  if (transform === 'nums') return [...new Set([...latin.matchAll(EVERY)].map(([found]) => plain(found)))]
  const [found] = FIRST.exec(latin) ?? []
  return found === undefined ? [] : [plain(found)]
}

/**
 * AI-10: how the traits of a collection are read.
 * @returns reads what the maker of one asset gave; `dropped` names the key of each value in which no number was found
 * @throws Rejection VALIDATION, INVALID_PATTERN
 */
export function traitReader(configs: readonly TraitConfig[]): (given: readonly Attribute[]) => Derived {
  checkKeys(configs)
  const ways = new Map(
    configs.map((config, index) => [foldTrait(config.key), { ...config, rewrite: rewriteOf(config, index) }]),
  )
  return (given) => {
    const attributes: Trait[] = []
    const dropped: string[] = []
    for (const one of given) {
      const way = ways.get(foldTrait(one.key))
      const add = (changes: Partial<Attribute>, star: boolean) => {
        const original = changes.value === undefined || changes.value === one.value ? null : one.value
        attributes.push({ ...one, ...changes, original, star })
      }
      if (!way) add({}, false)
      if (!way || way.ignore) continue
      const { star, transform } = way
      const value = way.rewrite(one.value)
      if (transform === 'none') {
        if (value === one.value) add({}, star)
        else if (value !== '') add({ value, number: null }, star)
        continue
      }
      const numbers = numbersIn(value, transform)
      if (numbers.length === 0) dropped.push(one.key)
      for (const number of numbers) add({ value: number, number }, star)
    }
    return { attributes, dropped }
  }
}
