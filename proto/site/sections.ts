import { z } from 'zod'
import { objectId, plainWords } from '../http/common.ts'
import { linkAddress, picturePath } from './address.ts'
import { htmlTree } from './html.ts'

/** GW-35: most of what a section shows. */
const MOST_ITEMS = 50
const STEPS = 6

/** Words that may be left empty, in both languages. */
const texts = (max: number, what: string) =>
  z
    .strictObject({ th: plainWords(max).describe('in Thai'), en: plainWords(max).describe('in English') })
    .describe(what)
const title = texts(120, 'heading; empty: none')
const text = texts(1_000, 'words below the heading; empty: none')

const link = z
  .strictObject({
    label: z
      .strictObject({
        th: plainWords(60).min(1).describe('in Thai'),
        en: plainWords(60).min(1).describe('in English'),
      })
      .describe('what stands on it'),
    href: linkAddress,
  })
  .nullable()
  .describe('a button; null: none')

const position = z.enum(['left', 'center', 'right']).describe('where the words stand beside the picture')
const background = z.enum(['none', 'wash', 'sunken']).describe('ground below it, in a colour of the theme')

/** A§3 content of a section: title, text, image, background, position. */
const content = z
  .strictObject({
    title,
    text,
    image: picturePath.nullable().describe('a picture; null: none'),
    background,
    position,
    link,
  })
  .describe('words, a picture, a button')
const heading = z.strictObject({ title }).describe('what stands above it')

const ids = z
  .array(objectId)
  .max(MOST_ITEMS)
  .refine((all) => new Set(all).size === all.length, 'must not name one twice')
const asset_ids = ids.describe('ids of assets, in their order; empty: what the section shows by itself')
const collection_ids = ids.describe(
  'ids of collections, in their order; empty: what the section shows by itself',
)
const quantity = (usual: 4 | 5) =>
  z.int().min(1).max(MOST_ITEMS).prefault(usual).describe('how many are shown at most (GW-35)')

/** Stays with the section through all its changes: by it, changes of different sections are brought together. */
const id = z
  .string()
  .regex(/^[a-z0-9-]{1,24}$/, 'must be 1 to 24 lower-case letters, digits or hyphens')
  .describe('stays with the section when it is moved or changed')

export const sectionKinds = {
  'content-hero': z.strictObject({
    id,
    kind: z.literal('content-hero').describe('opens a page: large words, and a picture or what is for sale'),
    content,
    source: z.enum(['assets']).nullable().describe('assets: shows some beside the words; null: the picture'),
    asset_ids,
  }),
  'content-body': z.strictObject({
    id,
    kind: z.literal('content-body').describe('words, perhaps with a picture or with numbered steps'),
    content,
    steps: z
      .array(
        z.strictObject({ title: texts(80, 'heading of the step'), text: texts(300, 'words of the step') }),
      )
      .max(STEPS)
      .describe('numbered, side by side'),
  }),
  'content-html': z.strictObject({
    id,
    kind: z.literal('content-html').describe('free words with headings, lists, links and pictures (GW-33)'),
    content: z
      .strictObject({ html: z.strictObject({ th: htmlTree, en: htmlTree }).describe('in both languages') })
      .describe('words of it'),
  }),
  'preview-slider': z.strictObject({
    id,
    kind: z.literal('preview-slider').describe('collections to slide through, as wide pictures'),
    content: heading,
    source: z.enum(['collections']).nullable().describe('what it shows; null: nothing'),
    collection_ids,
    quantity: quantity(5),
  }),
  'card-slider': z.strictObject({
    id,
    kind: z.literal('card-slider').describe('cards to slide through'),
    content: heading,
    source: z.enum(['assets', 'collections']).nullable().describe('what it shows; null: nothing'),
    asset_ids,
    collection_ids,
    quantity: quantity(5),
  }),
  'trending-table': z.strictObject({
    id,
    kind: z.literal('trending-table').describe('what is asked for now'),
    content: heading,
    source: z
      .enum(['assets', 'collections'])
      .nullable()
      .describe('assets; collections are not supported yet and show no rows (GW-34); null: nothing (WB-22)'),
    asset_ids,
    collection_ids,
    quantity: quantity(4),
  }),
} as const

export type SectionKind = keyof typeof sectionKinds

/** A§2, A§3: one section of a page. */
export const section = z.discriminatedUnion('kind', [
  sectionKinds['content-hero'],
  sectionKinds['content-body'],
  sectionKinds['content-html'],
  sectionKinds['preview-slider'],
  sectionKinds['card-slider'],
  sectionKinds['trending-table'],
])
export type Section = z.infer<typeof section>
export type SectionOf<K extends SectionKind> = Extract<Section, { kind: K }>
