import { web3Authorize, web3Nonce } from '@talad/proto/http/identity/accounts'
import { unlinkIdentity, web3Integrate } from '@talad/proto/http/identity/wallet-links'
import { lowerAddress } from '@talad/shared/chain/address'
import { type App, signedIn } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { walletsOfAccount } from '../account/store.ts'
import type { Deps } from '../deps.ts'
import { answerSignIn, browserMark, markBrowser, siteOf, userAgentOf } from '../session/cookies.ts'
import { visitOf } from '../session/device.ts'
import { signIn } from '../session/sign-in.ts'
import { signInHosts } from '../session/sign-in-hosts.ts'
import { linkWallet, unlink } from './link.ts'
import { makeNonce, NONCE_SECONDS } from './nonce.ts'
import { proveWallet } from './proof.ts'

export function web3Routes(app: App, deps: Deps): void {
  app.route(web3Nonce, async ({ query, request, reply }) => {
    const address = lowerAddress(query.from, 'from', 'INVALID_ADDRESS')
    const browser = markBrowser(deps, { request, reply }, 'talad_w3', NONCE_SECONDS)
    // wallets compare it with what the message says
    const origin = siteOf(request, await signInHosts(deps))
    const { message, expiresAt } = await makeNonce(deps, { browser, address }, origin)
    return { message, expiresAt: expiresAt.toISOString() }
  })

  app.route(web3Authorize, async ({ actor, body, request, reply }) => {
    const address = lowerAddress(body.from, 'from', 'INVALID_ADDRESS')
    const browser = browserMark(request, 'talad_w3')
    if (!browser) throw new Rejection('NONCE_MISSING')
    const { scope, useUp } = await proveWallet(deps, { browser, address }, body.signature)
    const proof = { provider: 'web3' as const, address, scope, userAgent: userAgentOf(request) }
    const pair = await signIn(deps, proof, useUp, await visitOf(deps, request, actor))
    return answerSignIn(deps, { request, reply }, pair)
  })

  app.route(web3Integrate, async ({ actor, body: { from, signature }, request }) => {
    const caller = signedIn(actor)
    const address = lowerAddress(from, 'from', 'INVALID_ADDRESS')
    await linkWallet(deps, caller, {
      address,
      browser: browserMark(request, 'talad_w3'),
      signature,
      userAgent: userAgentOf(request),
    })
    return { wallets: await walletsOfAccount(deps.db, caller.accountId) }
  })

  app.route(unlinkIdentity, async ({ actor, query }) => {
    const caller = signedIn(actor)
    await unlink(deps, caller, query.id)
    return { wallets: await walletsOfAccount(deps.db, caller.accountId) }
  })
}
