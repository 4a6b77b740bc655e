import { lineAuthorize, lineBegin, lineCallback, lineIntegrate } from '@talad/proto/http/identity/ways'
import type { App } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { LineChannel } from '../config.ts'
import type { Deps } from '../deps.ts'
import { beginProof, callBack, requireFreshFor, sessionFor } from '../proof/flow.ts'
import { keepProved, RESULT_SECONDS } from '../proof/store.ts'
import { answerSignIn, markBrowser, userAgentOf } from '../session/cookies.ts'
import { visitOf } from '../session/device.ts'
import { type OutsideProof, outsideProof } from '../session/proof.ts'
import { signIn } from '../session/sign-in.ts'
import type { LineUser } from './client.ts'

function channelOf({ config }: Deps, channelId: string | undefined): LineChannel {
  const channel =
    channelId === undefined
      ? config.LINE_CHANNELS[0]
      : config.LINE_CHANNELS.find((one) => one.channelId === channelId)
  if (!channel) throw new Rejection('UNKNOWN_PROVIDER', { field: 'lineChannelId' })
  return channel
}

/** ID-23: a person is the same in all channels of one provider. */
function proofOf({ personal }: Deps, { channelId, providerId }: LineChannel, user: LineUser): OutsideProof {
  const { userId: subject, displayName, isFresh } = user
  return outsideProof(personal, {
    provider: 'line',
    scope: providerId,
    subject,
    clientId: channelId,
    displayName,
    isFresh,
  })
}

type LiffTokens = { lineAt?: string | undefined; idToken?: string | undefined }

/** ID-22: who somebody in LIFF is, as LINE says of the tokens; both, where both are sent, are one person's. */
async function proveLiff(
  deps: Deps,
  channelId: string,
  { lineAt, idToken }: LiffTokens,
): Promise<OutsideProof> {
  const channel = channelOf(deps, channelId)
  const byId = idToken === undefined ? undefined : await deps.line.userOfIdToken(channel, idToken)
  const byAccess = lineAt === undefined ? undefined : await deps.line.userOfToken(channel, lineAt)
  const user = byAccess ?? byId
  const isOne = !byId || !byAccess || byId.userId === byAccess.userId
  if (!user || !isOne) throw new Rejection('INVALID_LINE_TOKEN', { field: 'lineAt' })
  return proofOf(deps, channel, user)
}

export function lineRoutes(app: App, deps: Deps): void {
  app.route(lineBegin, ({ body: { redirectUrl, purpose }, ...exchange }) => {
    const channel = channelOf(deps, undefined)
    return beginProof(deps, exchange, {
      provider: 'line',
      clientId: channel.channelId,
      purpose,
      redirectUrl,
      path: lineCallback.path,
      urlOf: async (asked) => deps.line.authorizeUrl(channel, asked),
    })
  })

  app.route(lineCallback, async ({ query, request, reply }) => {
    const location = await callBack(deps, request, query, {
      provider: 'line',
      prove: async (code, attempt) => {
        const channel = channelOf(deps, attempt.clientId)
        return proofOf(deps, channel, await deps.line.exchange(channel, { ...attempt, code }))
      },
    })
    reply.redirect(location, 302)
    return undefined
  })

  app.route(lineAuthorize, async ({ actor, query, body, request, reply }) => {
    const tokens = { ...body, lineAt: body.lineAt ?? query.lineAt }
    const proof = await proveLiff(deps, query.lineChannelId, tokens)
    const visit = await visitOf(deps, request, actor)
    const about = { ...visit, automatic: true } // ID-29: LIFF lets in who is in LINE
    const pair = await signIn(deps, { ...proof, userAgent: userAgentOf(request) }, undefined, about)
    return answerSignIn(deps, { request, reply }, pair)
  })

  // ID-22: a link to the account is made by who completes it
  app.route(lineIntegrate, async ({ actor, query, body, request, reply }) => {
    const browser = markBrowser(deps, { request, reply }, 'talad_pf', RESULT_SECONDS)
    requireFreshFor('link', actor, deps.now())
    const holder = { purpose: 'link' as const, browser, session: sessionFor('link', actor) }
    const tokens = { ...body, lineAt: body.lineAt ?? query.lineAt }
    const kept = await keepProved(deps, holder, await proveLiff(deps, query.lineChannelId, tokens))
    return { proof: kept.handle, expiresAt: kept.expiresAt.toISOString() }
  })
}
