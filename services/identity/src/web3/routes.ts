import { web3Authorize, web3Nonce } from '@talad/proto/http/identity'
import { lowerAddress } from '@talad/shared/chain/address'
import type { App } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { answerSignIn, browserMark, markBrowser } from '../session/cookies.ts'
import { makeNonce, NONCE_SECONDS, signInWithWallet } from './sign-in.ts'

/** The site that the browser is on, if it is one of ours; wallets compare it with what the message says. */
function siteOf(request: FastifyRequest, origins: readonly [string, ...string[]]): string {
  return origins.find((origin) => new URL(origin).host === request.host) ?? origins[0]
}

export function web3Routes(app: App, deps: Deps): void {
  app.route(web3Nonce, async ({ query, request, reply }) => {
    const address = lowerAddress(query.from, 'from', 'INVALID_ADDRESS')
    const browser = markBrowser(deps, { request, reply }, 'talad_w3', NONCE_SECONDS)
    const origin = siteOf(request, deps.config.SIGN_IN_HOSTS)
    const { message, expiresAt } = await makeNonce(deps, { browser, address }, origin)
    return { message, expiresAt: expiresAt.toISOString() }
  })

  app.route(web3Authorize, async ({ body, request, reply }) => {
    const address = lowerAddress(body.from, 'from', 'INVALID_ADDRESS')
    const browser = browserMark(request, 'talad_w3')
    if (!browser) throw new Rejection('NONCE_EXPIRED')
    const pair = await signInWithWallet(deps, { browser, address }, body.signature)
    return answerSignIn(deps, { request, reply }, pair)
  })
}
