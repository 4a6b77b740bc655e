import { customerAdminHttp as http } from '@talad/proto/http/moderation/customer-admin'
import { audit } from '@talad/shared/audit'
import { inTx } from '@talad/shared/db'
import { decideOnce } from '@talad/shared/decision'
import { type App, customer, signedIn } from '@talad/shared/http/app'
import { transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { findAdmin } from '../permission/read-model.ts'
import { notesOf, writeNote } from './notes.ts'

/** What admins tell each other of customers (ID-42), and what they save as files (GW-27). */
export function customerRoutes(app: App, deps: Deps): void {
  app.route(http.listCustomerNotes, ({ actor, params: { customer_id: id }, request }) =>
    inTx(deps.db, async (tx) => {
      const line = { action: 'customer.read' as const, target: { kind: 'customer', id }, now: deps.now() }
      await audit(tx, { ...line, actor: signedIn(actor), requestId: request.id })
      return { list: await notesOf(tx, deps.notes, id) }
    }),
  )

  app.route(http.addCustomerNote, ({ body: { customer_id: customerId, text }, ...call }) =>
    transact(deps, async (tx) => {
      const now = deps.now()
      const written = { id: call.attempt.id, customerId, text, by: customer(call.actor).customerId, now }
      const note = await writeNote(tx, deps.notes, written)
      const line = { action: 'customer.note' as const, target: { kind: 'customer', id: customerId }, now }
      await decideOnce(tx, call, line, async () => ({})) // never the words themselves
      return call.attempt.keep(tx, note)
    }),
  )

  app.route(http.noteExport, async ({ actor: given, body: { desk, rows, filters }, request }) => {
    const actor = signedIn(given)
    const admin = actor.customerId === undefined ? undefined : await findAdmin(deps.db, actor.customerId)
    if (!admin || !(admin.superAdmin || admin.permissions.length > 0)) return { noted: false }
    const narrowed = Object.entries(filters).map(([name, value]) => `${name}=${value}`)
    await inTx(deps.db, (tx) =>
      audit(tx, {
        actor,
        action: 'list.export',
        target: { kind: 'list', id: desk },
        note: [`${rows} rows`, ...narrowed].join(' · '),
        requestId: request.id,
        now: deps.now(),
      }),
    )
    return { noted: true }
  })
}
