import { MAIN_SITE } from '@talad/shared/context'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { type PaymentPage, paymentPageHtml, paymentPages, paymentQuery, policyOf } from './page.ts'

const pathOf = (page: PaymentPage) => `/payment/${page}.html`
export const PAYMENT_PATHS = paymentPages.map(pathOf)

/** SP-31: over https on one of our sites, else the main one. */
function backTo(
  redirect: string | undefined,
  { sites, config: { NODE_ENV } }: Pick<Deps, 'sites' | 'config'>,
): string {
  const main = sites.originOf(MAIN_SITE) ?? '/'
  if (redirect === undefined || !URL.canParse(redirect)) return main
  const { origin, protocol, href } = new URL(redirect)
  const isOurs =
    sites.origins('users').includes(origin) && (protocol === 'https:' || NODE_ENV !== 'production')
  return isOurs ? href : main
}

/** SP-34, SP-35: the payment page of this environment; the others don't exist here, whatever is asked for. */
export function paymentPageRoutes(fastify: FastifyInstance, deps: Pick<Deps, 'sites' | 'config'>): void {
  const { config } = deps
  const { PAYMENT_PAGE: chosen, PAYMENT_MERCHANT: merchant, PAYMENT_PUBLIC_KEY: publicKey } = config
  for (const page of paymentPages) {
    fastify.get(pathOf(page), async (request, reply) => {
      if (page !== chosen || merchant === undefined || publicKey === undefined)
        throw new Rejection('NOT_FOUND')
      const asked = paymentQuery.safeParse(request.query)
      if (!asked.success)
        throw new Rejection('VALIDATION', { field: String(asked.error.issues[0]?.path[0] ?? 'query') })
      // SP-34: the public key and no other: a secret that was put into an address by mistake is not used
      if (asked.data.merchantid !== merchant) throw new Rejection('VALIDATION', { field: 'merchantid' })
      if (asked.data.apikey !== publicKey) throw new Rejection('VALIDATION', { field: 'apikey' })
      const around = { back: backTo(asked.data.redirect, deps), sandboxUrl: config.SANDBOX_URL }
      return reply
        .header('content-security-policy', policyOf(page, config.SANDBOX_URL))
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(paymentPageHtml(page, asked.data, around))
    })
  }
}
