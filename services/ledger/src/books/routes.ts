import { ledgerBooksHttp } from '@talad/proto/http/ledger/integrity'
import { type App, customer } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'
import { booksOverview, proofsOf, publishedHead } from './overview.ts'
import { thawBooks } from './thaw.ts'

/** The books as a whole: for admins, and their head for everybody. */
export function booksRoutes(app: App, { db, now }: Deps): void {
  app.route(ledgerBooksHttp.books, () => booksOverview(db, now()))

  app.route(ledgerBooksHttp.bookProofs, ({ query }) => proofsOf(db, query))

  app.route(ledgerBooksHttp.thawBooks, async ({ actor, body, attempt, request }) => {
    const admin = customer(actor)
    const about = { id: attempt.id, actor: admin, by: admin.customerId, requestId: request.id }
    await thawBooks(db, { ...about, ...body }, now())
    return booksOverview(db, now())
  })

  app.route(ledgerBooksHttp.booksHead, async () => ({ head: await publishedHead(db) }))
}
