import { z } from 'zod'

/** MO-1: a name that is part of what a token stands for. */
export const abstractId = z.string().regex(/^[A-Za-z0-9_.-]{1,100}$/, 'must be letters, digits, _ . or -')

/** AI-7: what a token of a shared contract stands for. */
export const abstractShown = z
  .object({
    kind: z.string().describe('what it stands for, such as `vnft`'),
    collection_id: z.string().describe('the virtual collection'),
    item_id: z.string().describe('the item of it'),
    token_id: z.string().describe('number within the item'),
  })
  .nullable()
  .describe('what it stands for within a shared contract (AI-7); null: only for itself')
