/** The form that a merchant puts into a page of its own: the provider's script fills it, the browser sends it. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { read, refusal } from '../refusal.ts'
import { failedField } from './api.ts'
import type { Transactions } from './transactions.ts'

/** The key that is seen in pages; it signs nothing. */
const PUBLIC_KEY = 'public-key-of-the-stand-in'

/** Puts what stands at the element into the form around it. */
const SCRIPT = `const widget = document.getElementById('modernpay-widget-container')
for (const [name, value] of Object.entries(widget.dataset)) {
  const input = document.createElement('input')
  Object.assign(input, { type: 'hidden', name, value })
  widget.append(input)
}
`

const text = z.string().default('')
const formSchema = z.object({
  merchantid: text,
  apikey: text,
  orderno: text,
  customerid: text,
  amount: text,
  description: text,
  currency: text,
  routeno: text,
  clientip: text,
})

/** Routes under `/chillpay/cdn`. */
export function chillpayForm(
  app: FastifyInstance,
  { context, transactions }: { context: Context; transactions: Transactions },
) {
  app.get('/chillpay/cdn/js/widgets.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(SCRIPT),
  )

  app.post('/chillpay/cdn/Payment', async ({ body }, reply) => {
    const form = read(formSchema, body)
    const fields = {
      MerchantCode: form.merchantid,
      OrderNo: form.orderno,
      CustomerId: form.customerid,
      Amount: form.amount,
      Description: form.description,
      ChannelCode: 'creditcard',
      Currency: form.currency,
      RouteNo: form.routeno,
      IPAddress: form.clientip,
    }
    const failed = failedField(fields, transactions.merchant())
    if (failed || form.apikey !== PUBLIC_KEY)
      throw refusal(400, 'invalid_form', failed?.message ?? 'Invalid ApiKey')
    // sent again it is the same payment: an order number is paid once
    const { token } =
      transactions.byOrder(form.orderno) ??
      transactions.open({
        id: form.orderno,
        amount: form.amount,
        customerId: form.customerid,
        customerName: '',
        description: form.description,
        channelCode: 'creditcard',
        routeNo: form.routeno,
        ipAddress: form.clientip,
      })
    return reply.redirect(`${context.publicUrl()}/chillpay/pay/${token}`, 303)
  })
}
