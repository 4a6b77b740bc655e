import { z } from 'zod'
import { bothLanguages } from '../http/common.ts'
import { section } from './sections.ts'

const MOST_SECTIONS = 25
/** Longest page, as JSON, in characters: in Thai each is three bytes of a request. */
const LONGEST = 80_000

/** GW-32: a page of a site, from top to bottom. */
export const layout = z.strictObject({
  sections: z
    .array(section)
    .max(MOST_SECTIONS)
    .refine(
      (all) => new Set(all.map(({ id }) => id)).size === all.length,
      'must not have two sections of one id',
    )
    .refine((all) => JSON.stringify(all).length <= LONGEST, `must be at most ${LONGEST} characters as JSON`)
    .describe('from top to bottom'),
})
export type Layout = z.infer<typeof layout>

/** Kinds of pages that have a layout (GW-32). */
export const layoutPage = z.enum(['home']).describe('kind of page')

/** Words that a site says in its own way; what it leaves out the market says. */
export const siteTexts = z.strictObject({
  need_creator: bothLanguages(2_000)
    .optional()
    .describe('what makers need to do before their works may be sold'),
  support: bothLanguages(500).optional().describe('how to reach those who help'),
  footer: bothLanguages(300).optional().describe('at the foot of each page'),
})
export type SiteTexts = z.infer<typeof siteTexts>
