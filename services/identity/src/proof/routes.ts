import { completeSignIn, waysIn } from '@talad/proto/http/identity/ways'
import type { App } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { accountOfIdentity } from '../account/store.ts'
import type { Deps } from '../deps.ts'
import { answerSignIn, browserMark, userAgentOf } from '../session/cookies.ts'
import { visitOf } from '../session/device.ts'
import { identityOf } from '../session/proof.ts'
import { signIn } from '../session/sign-in.ts'
import { sessionFor } from './flow.ts'
import { findProof } from './store.ts'

export function proofRoutes(app: App, deps: Deps): void {
  const { LINE_CHANNELS: channels, MEMBERSHIP_PROVIDERS: memberships } = deps.config

  app.route(waysIn, async () => ({
    line: channels.length > 0,
    liff: channels.flatMap(({ liffId, channelId }) =>
      liffId === undefined ? [] : [{ liffId, lineChannelId: channelId }],
    ),
    memberships: memberships.map(({ name, labelTh, labelEn }) => ({
      provider: name,
      th: labelTh,
      en: labelEn,
    })),
    dev: deps.devMode,
  }))

  app.route(completeSignIn, async ({ actor, body: { proof: handle, purpose }, request, reply }) => {
    const session = sessionFor(purpose, actor)
    const browser = browserMark(request, 'talad_pf')
    const { proof, useUp } = await findProof(deps, handle, { purpose, session, browser })
    // a fresh sign-in is one of the same person
    if (session && (await accountOfIdentity(deps.db, identityOf(proof))) !== session.accountId)
      throw new Rejection('INVALID_PROOF', { field: 'proof' })
    const visit = await visitOf(deps, request, actor)
    const about = { ...visit, automatic: !proof.isFresh }
    const pair = await signIn(deps, { ...proof, userAgent: userAgentOf(request) }, useUp, about)
    return { ...(await answerSignIn(deps, { request, reply }, pair)), provider: proof.provider }
  })
}
