import { z } from 'zod'
import { picturePath } from '../../site/address.ts'
import { htmlTree } from '../../site/html.ts'
import { layout } from '../../site/layout.ts'
import { siteTexts } from '../../site/texts.ts'
import { siteTheme } from '../../site/theme.ts'
import { plainWords } from '../common.ts'
import { language, sitePageNames } from './site-names.ts'

const pageDocuments = sitePageNames.flatMap((page) => [`page-${page}-th`, `page-${page}-en`] as const)
/** What a site has that is written, published and taken back as a whole. */
export const documentName = z.enum(['look', 'layout-home', ...pageDocuments])
export type DocumentName = z.infer<typeof documentName>

const picture = picturePath.nullable()
const both = (max: number) =>
  z.strictObject({ th: plainWords(max).describe('in Thai'), en: plainWords(max).describe('in English') })
const email = z.email().max(254).nullable()

/** How a site looks, and what it says of itself. */
export const lookContent = z.strictObject({
  theme: siteTheme.describe('its colours, by day and by night'),
  languages: z
    .array(language)
    .min(1)
    .max(2)
    .refine((all) => new Set(all).size === all.length, 'must not name one twice')
    .describe('the first is the default'),
  metadata: z
    .strictObject({
      title: both(50).describe('what stands in the browser’s tab'),
      description: both(300).describe('what search engines show'),
      logo: picture.describe('beside the name; null: the name alone'),
      favicon: picture.describe('in the browser’s tab; null: the market’s'),
      card: picture.describe('what a link to the site shows; null: the market’s'),
      keywords: z.array(plainWords(50).min(1)).max(20).describe('what it is found by'),
    })
    .describe('what it says of itself'),
  support: z
    .strictObject({ email: email.describe('who helps; null: nobody is named') })
    .describe('who helps'),
  texts: siteTexts.describe('words of its own'),
})
export type LookContent = z.infer<typeof lookContent>

export const layoutContent = layout
export type LayoutContent = z.infer<typeof layoutContent>

/** A page of words, in one language. */
export const pageContent = z.strictObject({
  title: plainWords(120).min(1).describe('heading of the page'),
  html: htmlTree,
})
export type PageContent = z.infer<typeof pageContent>
