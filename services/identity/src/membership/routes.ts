import { oauthAuthorize, oauthCallback, oauthIntegrate } from '@talad/proto/http/identity/ways'
import type { App } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'
import { beginProof, callBack } from '../proof/flow.ts'
import { outsideProof } from '../session/proof.ts'

/** ID-25: memberships; the provider's subject is the key, never an email. */
export function membershipRoutes(app: App, deps: Deps): void {
  const { memberships } = deps
  type Begin = Parameters<typeof beginProof>[1] & {
    query: { provider: string; redirectUrl: string }
    purpose: 'sign-in' | 'link' | 'renew'
  }
  function begin({ query: { provider: name, redirectUrl }, purpose, ...exchange }: Begin) {
    const provider = memberships.get(name)
    return beginProof(deps, exchange, {
      provider: `oauth:${name}`,
      clientId: provider.clientId,
      purpose,
      redirectUrl,
      path: oauthCallback.path.replace(':provider', name),
      urlOf: (asked) => memberships.authorizeUrl(provider, asked),
    })
  }

  app.route(oauthAuthorize, (call) => begin({ ...call, purpose: 'sign-in' }))
  app.route(oauthIntegrate, (call) => begin({ ...call, purpose: call.query.purpose }))

  app.route(oauthCallback, async ({ params: { provider: name }, query, request, reply }) => {
    const location = await callBack(deps, request, query, {
      provider: `oauth:${name}`,
      prove: async (code, attempt) => {
        const provider = memberships.get(name)
        const member = await memberships.exchange(provider, { ...query, code }, attempt)
        return outsideProof(deps.personal, {
          ...member,
          provider: `oauth:${provider.name}`,
          clientId: provider.clientId,
        })
      },
    })
    reply.redirect(location, 302)
    return undefined
  })
}
