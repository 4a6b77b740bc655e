import { collectionTerms, itemTerms } from '@talad/proto/http/campaign/virtual-shapes'
import type { z } from 'zod'
import { objectOf, objectText } from '../json-object.ts'
import { newKey } from '../payload/draft.ts'
import { type TypedColours, typedColours } from '../theme-form.tsx'

export type Kind = 'collection' | 'item'

/** One entry of a map; `key` tells rows apart while they are written. */
export type EntryRow = { key: string; name: string; value: string; isNumber: boolean }

/** What is said of a collection or an item besides what everybody needs, as it stands in the fields. */
export type ExtrasDraft = {
  attributes: readonly EntryRow[]
  texts: readonly EntryRow[]
  /** of a collection (CA-8) */
  colours: TypedColours
  cover: string
  /** of an item: JSON */
  metadata: string
}

/** By the contract; a collection has a theme, an item free data. */
export const extrasOf = {
  collection: {
    attributes: collectionTerms.attributes.unwrap(),
    texts: collectionTerms.texts.unwrap(),
    theme: collectionTerms.theme.unwrap(),
  },
  item: {
    attributes: itemTerms.attributes.unwrap(),
    texts: itemTerms.texts.unwrap(),
    metadata: itemTerms.metadata.unwrap(),
  },
} as const

type Shapes = typeof extrasOf
export type Extras = {
  attributes: z.output<Shapes['item']['attributes']>
  texts: z.output<Shapes['item']['texts']>
  theme?: z.output<Shapes['collection']['theme']>
  metadata?: z.output<Shapes['item']['metadata']>
}

const rowsOf = (map: Readonly<Record<string, string | number>>): EntryRow[] =>
  Object.entries(map).map(([name, value]) => ({
    key: newKey(),
    name,
    value: String(value),
    isNumber: typeof value === 'number',
  }))

export const toExtrasDraft = ({ attributes, texts, theme = {}, metadata = {} }: Extras): ExtrasDraft => ({
  attributes: rowsOf(attributes),
  texts: rowsOf(texts),
  colours: typedColours(theme),
  cover: theme.cover ?? '',
  metadata: objectText(metadata),
})

const mapOf = (rows: readonly EntryRow[]) =>
  Object.fromEntries(
    rows.map(({ name, value, isNumber }) => [
      name.trim(),
      isNumber ? (value.trim() === '' ? Number.NaN : Number(value)) : value,
    ]),
  )

/** What was typed, to be judged by the contract. */
export function writtenExtras({ attributes, texts, ...rest }: ExtrasDraft, kind: Kind) {
  const maps = { attributes: mapOf(attributes), texts: mapOf(texts) }
  if (kind === 'item') return { ...maps, metadata: objectOf(rest.metadata) }
  const said = Object.entries({ ...rest.colours, cover: rest.cover.trim() }).filter(([, text]) => text !== '')
  return { ...maps, theme: Object.fromEntries(said) }
}

/** Of two rows with one name, one would be lost unseen. */
export const namedTwice = ({ attributes, texts }: ExtrasDraft): string[] =>
  Object.entries({ attributes, texts }).flatMap(([map, rows]) => {
    const names = rows.map(({ name }) => name.trim())
    return names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${map}.${name}`)
  })
