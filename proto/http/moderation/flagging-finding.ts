import { z } from 'zod'

/** MO-15: the rules of our own bot; others may have rules of other names. */
export const botRules = ['blacklisted_domain', 'copied_picture', 'imitated_name', 'markup'] as const
export type BotRule = (typeof botRules)[number]

export const botEvidence = z.object({
  field: z
    .string()
    .max(50)
    .describe('where: name, description, external_url, image, animation, metadata, trait or collection'),
  found: z.string().max(500).describe('what was found, text of a stranger; empty for a picture'),
  like: z.string().max(500).nullable().describe('name of whose it looks like; null: nobody'),
  distance: z
    .int()
    .min(0)
    .max(256)
    .nullable()
    .describe('bits by which two pictures differ; null: no picture'),
})
export type BotEvidence = z.infer<typeof botEvidence>

export const botFinding = z.object({
  rule: z
    .string()
    .regex(/^[a-z][a-z0-9_]{2,39}$/)
    .describe('id of the rule'),
  confidence: z.number().min(0).max(1).describe('how sure it is'),
  evidence: botEvidence.describe('what it rests on'),
})
