import { assessmentContent } from '@talad/proto/http/moderation/assessment-admin'
import { z } from 'zod'

/** `id`: of the call; the same one that comes again changes nothing */
const said = { id: z.string(), by: z.string(), at: z.coerce.date() }

export const contentEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ContentDrafted'),
    data: z.object({ contentId: z.string(), content: assessmentContent, ...said }),
  }),
  /** the draft is asked from now on; passes count from this version on */
  z.object({
    type: z.literal('ContentPublished'),
    data: z.object({ questionsVersion: z.int(), countsFrom: z.int(), note: z.string(), ...said }),
  }),
])
export type ContentEvent = z.infer<typeof contentEvent>
