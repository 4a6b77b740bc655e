/** A membership with OpenID Connect, by a certified implementation that isn't ours: its pages, codes and tokens are its own. */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { exportJWK, generateKeyPair } from 'jose'
import type { Context } from '../context.ts'
import type { MembershipOptions } from '../options.ts'

const PATH = '/membership'
const HOUR_S = 3600

async function makeProvider(issuer: string, { clientId, clientSecret, redirectUris }: MembershipOptions) {
  const { Provider } = await import('oidc-provider') // only where a membership is played
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'membership' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    // who types a member number is that member
    findAccount: async (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, name: `Member ${id}` }),
    }),
    claims: { openid: ['sub'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    ttl: { Interaction: HOUR_S, Session: HOUR_S, Grant: HOUR_S, AccessToken: HOUR_S, IdToken: HOUR_S },
    features: { devInteractions: { enabled: true } },
  })
  return provider.callback()
}

/** Routes under `/membership`. */
export function membership(app: FastifyInstance, { publicUrl }: Context, options: MembershipOptions) {
  let handler: ReturnType<typeof makeProvider> | undefined
  app.register(async (scope) => {
    // the provider reads bodies itself
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all(`${PATH}/*`, async (request, reply) => {
      handler ??= makeProvider(publicUrl() + PATH, options)
      const handle = await handler
      reply.hijack()
      request.raw.url = (request.raw.url ?? '').slice(PATH.length)
      Object.assign(request.raw, { originalUrl: PATH + request.raw.url })
      await handle(request.raw, reply.raw)
    })
  })
}
