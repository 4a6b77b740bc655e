import { devAuth } from '@talad/proto/http/identity/accounts'
import type { App } from '@talad/shared/http/app'
import { DEV_JOIN_ID } from '../account/dev.ts'
import type { Deps } from '../deps.ts'
import { answerSignIn, userAgentOf } from './cookies.ts'
import { visitOf } from './device.ts'
import { signIn } from './sign-in.ts'

/** GW-28: what exists in development only. */
export function devRoutes(app: App, deps: Deps): void {
  if (!deps.devMode) return
  // ID-12
  app.route(devAuth, async ({ query, actor, request, reply }) => {
    const { user: name, level: kycLevel, customer } = query
    // a person who is no customer is another one: an identity never changes what it gives
    const user = customer ? name : `${name}/visitor`
    const joinId = customer ? DEV_JOIN_ID + name : undefined
    const visit = await visitOf(deps, request, actor)
    const proof = { provider: 'dev' as const, user, kycLevel, joinId, userAgent: userAgentOf(request) }
    const pair = await signIn(deps, proof, undefined, visit)
    return answerSignIn(deps, { request, reply }, pair)
  })
}
