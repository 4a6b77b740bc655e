import { z } from 'zod'
import { headSchema } from './progress.ts'

const at = z.coerce.date()
const count = z.coerce.bigint()

/** What the ledger remembers of its books as a whole. */
export const booksEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('BooksProved'),
    data: z.object({
      proof: count,
      head: headSchema,
      flows: count,
      accounts: z.int(),
      holds: z.int(),
      faults: z.int(),
      startedAt: at,
      at,
    }),
  }),
  /** LG-17: nothing is paid out until somebody has looked */
  z.object({
    type: z.literal('BooksFrozen'),
    data: z.object({ faults: z.int(), found: z.array(z.string()), at }),
  }),
  z.object({
    type: z.literal('BooksThawed'),
    /** `id`: of the call or command that asked for it */
    data: z.object({ id: z.string(), by: z.string(), note: z.string(), at }),
  }),
])
export type BooksEvent = z.infer<typeof booksEvent>
