import { stream } from '@talad/shared/stream'
import { decide } from './decide.ts'
import { booksEvent } from './events.ts'
import { publish } from './publish.ts'
import { evolve, noBooks } from './state.ts'

/** There is one set of books. */
export const BOOKS_ID = 'ledger'

/** The books as a whole: their proofs, and whether withdrawals are frozen. */
export const books = stream({
  name: 'books',
  event: booksEvent,
  initial: noBooks,
  evolve,
  decide,
  publish,
})
