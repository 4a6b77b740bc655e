import { z } from 'zod'
import { plainWords } from '../http/common.ts'
import { linkAddress, picturePath } from './address.ts'

/** Longest tree, as JSON, in characters. */
const TREE = 20_000
const BLOCKS = 100
const PIECES = 60
const ITEMS = 50

const plain = plainWords(2_000)
/** Spaces at its ends count: bold words may follow. */
const piece = z
  .string()
  .min(1)
  .max(2_000)
  .refine((text) => plain.safeParse(text).success, 'must be plain text without markup')

const text = z.strictObject({
  tag: z.literal('text').describe('plain words'),
  text: piece.describe('the words, with their spaces'),
})
const lineBreak = z.strictObject({ tag: z.literal('br').describe('a new line') })
const link = z.strictObject({
  tag: z.literal('a').describe('a link'),
  href: linkAddress,
  text: piece.describe('the words of the link'),
})

const markTag = z.enum(['strong', 'em', 's', 'code']).describe('how the words look')
const unmarked = z.discriminatedUnion('tag', [text, lineBreak, link])
const marked = z.strictObject({
  tag: markTag,
  children: z.array(unmarked).max(PIECES).describe('what looks so'),
})
const inline = z.discriminatedUnion('tag', [
  text,
  lineBreak,
  link,
  z.strictObject({
    tag: markTag,
    children: z
      .array(z.discriminatedUnion('tag', [text, lineBreak, link, marked]))
      .max(PIECES)
      .describe('what looks so'),
  }),
])
const pieces = z.array(inline).max(PIECES).describe('words, links, and words that look otherwise')

const paragraph = z.strictObject({ tag: z.literal('p').describe('a paragraph'), children: pieces })
const heading = <const Tag extends 'h2' | 'h3'>(tag: Tag) =>
  z.strictObject({ tag: z.literal(tag).describe('a heading'), children: pieces })
const item = z.strictObject({ tag: z.literal('li').describe('an entry'), children: pieces })
const list = <const Tag extends 'ul' | 'ol'>(tag: Tag) =>
  z.strictObject({
    tag: z.literal(tag).describe('a list, or one with numbers'),
    children: z.array(item).min(1).max(ITEMS).describe('the entries'),
  })
const quote = z.strictObject({
  tag: z.literal('blockquote').describe('what somebody else has said'),
  children: z.array(paragraph).min(1).max(ITEMS).describe('paragraphs of it'),
})
const rule = z.strictObject({ tag: z.literal('hr').describe('a line across') })
const picture = z.strictObject({
  tag: z.literal('img').describe('a picture'),
  src: picturePath,
  alt: plainWords(300).describe('what it shows, for who does not see it'),
})

const block = z.discriminatedUnion('tag', [
  paragraph,
  heading('h2'),
  heading('h3'),
  list('ul'),
  list('ol'),
  quote,
  rule,
  picture,
])

/**
 * GW-33: a part of a page as a tree of 15 elements, each with the children that HTML allows it, so that its depth is
 * bounded by its shape. It is drawn element by element; no markup is made of it.
 */
export const htmlTree = z
  .array(block)
  .max(BLOCKS)
  .refine((tree) => JSON.stringify(tree).length <= TREE, `must be at most ${TREE} characters as JSON`)
  .describe('paragraphs, headings, lists, quotes, lines and pictures')

export type HtmlTree = z.infer<typeof htmlTree>
export type HtmlBlock = HtmlTree[number]
export type HtmlInline = z.infer<typeof inline>
