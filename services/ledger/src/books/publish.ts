import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { BooksFrozenSchema, BooksProvedSchema, BooksThawedSchema } from '@talad/proto/ledger/v1/books'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Published } from '@talad/shared/stream'
import type { BooksEvent } from './events.ts'

export const BOOKS_TOPIC = 'ledger.books.v1'

/** What others hear of the books: each proof with the head that it reached, freezes and thaws, in one order. */
export function publish({ id, version: revision, event }: Published<BooksEvent, unknown>): Outgoing[] {
  const at = timestampFromDate(event.data.at)
  switch (event.type) {
    case 'BooksProved': {
      const { head, flows, faults } = event.data
      const about = { ...head, flows, faults, at, revision }
      return [outgoing(BOOKS_TOPIC, id, BooksProvedSchema, about)]
    }
    case 'BooksFrozen': {
      const { faults, found } = event.data
      return [outgoing(BOOKS_TOPIC, id, BooksFrozenSchema, { faults, found, at, revision })]
    }
    case 'BooksThawed': {
      const { by, note } = event.data
      return [outgoing(BOOKS_TOPIC, id, BooksThawedSchema, { by, note, at, revision })]
    }
  }
}
