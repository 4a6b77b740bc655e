import { type BookProof, ledgerBooksHttp as http } from '@talad/proto/http/ledger/integrity'
import { call } from '@talad/ui/client/call'
import { act } from '@talad/ui/session/step-up'
import { queryOptions } from '@tanstack/react-query'
import { fromCursor } from '../../lib/pages.ts'
import type { ListSource } from '../../ui/data-table/column.ts'

export const BOOKS = 'books'

export const booksQuery = queryOptions({
  queryKey: [BOOKS, 'overview'],
  queryFn: ({ signal }) => call(http.books, {}, { signal }),
})

export const proofSource: ListSource<BookProof> = {
  key: BOOKS,
  read: async ({ at, size }, signal) =>
    fromCursor(await call(http.bookProofs, { query: { cs: at, lm: size } }, { signal })),
}

/** LG-17: lets withdrawals go on. */
export const thaw = (body: { note: string; version: number }, key: string) =>
  act(http.thawBooks, { body }, { idempotencyKey: key })
