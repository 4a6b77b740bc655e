import { paymentPages, paymentPath, paymentQuery } from '@talad/proto/http/gateway/payment-page'
import { MAIN_SITE } from '@talad/shared/context'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { languagesOf, namesOf } from '../site/continent.ts'
import { themeFileOf } from '../site/theme.ts'
import { type Around, paymentPageHtml, policyOf, providerOf } from './page.ts'

export const PAYMENT_PATHS = paymentPages.map(paymentPath)

type Known = Pick<Deps, 'sites' | 'config'>

/** SP-31: over https on one of our sites, else the one that is shown. */
function backTo(redirect: string | undefined, siteId: string, { sites, config }: Known): string {
  const shown = sites.originOf(siteId) ?? '/'
  if (redirect === undefined || !URL.canParse(redirect)) return shown
  const { origin, protocol, href } = new URL(redirect)
  const isOurs =
    sites.origins('users').includes(origin) && (protocol === 'https:' || config.NODE_ENV !== 'production')
  return isOurs ? href : shown
}

function siteAround(siteId: string, redirect: string | undefined, deps: Known): Around {
  const live = deps.sites.get(siteId)
  const [language = 'th'] = languagesOf(live, deps.config)
  return {
    name: namesOf(live, deps.config)[language],
    icon: live.look?.content.metadata.favicon ?? '/favicon.svg',
    theme: themeFileOf(live)?.path,
    back: backTo(redirect, siteId, deps),
  }
}

/** SP-34, SP-35: the payment page of this environment; the others don't exist here, whatever is asked for. */
export function paymentPageRoutes(fastify: FastifyInstance, deps: Known): void {
  const { PAYMENT_PAGE, PAYMENT_MERCHANT, PAYMENT_PUBLIC_KEY, SANDBOX_URL } = deps.config
  for (const page of paymentPages) {
    const provider = page === PAYMENT_PAGE ? providerOf(page, SANDBOX_URL) : undefined
    fastify.get(paymentPath(page), async ({ query, site = MAIN_SITE }, reply) => {
      if (!provider || PAYMENT_MERCHANT === undefined || PAYMENT_PUBLIC_KEY === undefined)
        throw new Rejection('NOT_FOUND')
      const asked = paymentQuery.safeParse(query)
      if (!asked.success)
        throw new Rejection('VALIDATION', { field: String(asked.error.issues[0]?.path[0] ?? 'query') })
      // SP-34: the public key and no other: a secret that was put into an address by mistake is not used
      if (asked.data.merchantid !== PAYMENT_MERCHANT)
        throw new Rejection('VALIDATION', { field: 'merchantid' })
      if (asked.data.apikey !== PAYMENT_PUBLIC_KEY) throw new Rejection('VALIDATION', { field: 'apikey' })
      return reply
        .header('content-security-policy', policyOf(provider))
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(paymentPageHtml(provider, asked.data, siteAround(site, asked.data.redirect, deps)))
    })
  }
}
