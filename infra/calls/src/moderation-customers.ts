import { customerAdminHttp as customers } from '@talad/proto/http/moderation/customer-admin'
import { feeAdminHttp } from '@talad/proto/http/moderation/fee-admin'
import { type Row, row } from './row.ts'

/** What admins note of customers and save as files. */
export const ofCustomers: readonly Row[] = [
  row(feeAdminHttp.listFees, { query: { ps: '2', count: '1' } }),
  row(customers.listCustomerNotes, { params: { customer_id: 'join-demo-somchai' } }),
  row(customers.addCustomerNote, ({ next }) => {
    const text = `Called about purchase ${next()}`
    const body = { customer_id: 'join-demo-somchai', text }
    const count = `select count(*) as n from customer_note where customer_id = $1`
    return {
      body,
      other: { body: { ...body, text: 'Called about something else' } },
      effect: { sql: `${count} and written_at > now() - interval '1 hour'`, values: [body.customer_id] },
    }
  }),
  row(customers.noteExport, {
    body: { desk: 'shippings', rows: 12, filters: { st: 'completed' } },
  }),
]
