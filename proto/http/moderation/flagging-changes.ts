import { z } from 'zod'
import { isoTime } from '../common.ts'

/** AW-6: all of it is text of strangers. */
const change = z.object({
  field: z
    .string()
    .max(50)
    .describe(
      'what: name, description, image, animation, external_url or metadata (where they lie), trait, collection (its name), owner',
    ),
  before: z.string().nullable().describe('as it was decided; null: there was none'),
  after: z.string().nullable().describe('as it is now; null: there is none'),
})

/** What of an item has changed since its case was last decided. */
export const sinceDecision = z.object({
  round: z.int().min(1).describe('which round was decided'),
  at: isoTime.describe('when it was decided'),
  known: z
    .boolean()
    .describe(
      'what the item said is known of both moments; else nothing but its owner and its picture is compared',
    ),
  changes: z.array(change).describe('what is another one now; owners only of tokens that have one'),
  picture: z
    .object({
      before: z.string().describe('path of the picture then; empty: there was none'),
      after: z.string().describe('path of the picture now; empty: there is none'),
      alike: z
        .boolean()
        .nullable()
        .describe('both look alike to the rule `copied_picture`; null: one of them shows too little to tell'),
    })
    .nullable()
    .describe('null: it is the same picture'),
})
