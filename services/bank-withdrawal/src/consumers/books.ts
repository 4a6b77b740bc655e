import { BooksFrozenSchema, BooksThawedSchema } from '@talad/proto/ledger/v1/books'
import { consumer } from '@talad/shared/consumer'
import type { Deps } from '../deps.ts'
import { books, saveFrozen } from '../replicas/books.ts'

const about = { topic: books.topic, group: 'bank-withdrawal.books' }

/** LG-17: from the proof that finds a difference until somebody has mended it, nothing is approved or paid out. */
export const booksConsumers = [
  consumer<typeof BooksFrozenSchema, Deps>({
    ...about,
    event: BooksFrozenSchema,
    each: ({ revision }, { tx }) => saveFrozen(tx, true, revision),
  }),
  consumer<typeof BooksThawedSchema, Deps>({
    ...about,
    event: BooksThawedSchema,
    each: ({ revision }, { tx }) => saveFrozen(tx, false, revision),
  }),
]
