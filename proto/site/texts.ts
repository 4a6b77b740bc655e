import { z } from 'zod'
import { bothLanguages } from '../http/common.ts'

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
