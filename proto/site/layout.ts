import { z } from 'zod'
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
