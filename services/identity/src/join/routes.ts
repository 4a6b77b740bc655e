import { generateToken, requestWebview, verifySession } from '@talad/proto/http/identity/accounts'
import { customerProfile } from '@talad/proto/http/identity/profile'
import { type App, customer } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'
import {
  answerSignIn,
  browserMark,
  isBrowser,
  markBrowser,
  presentedToken,
  userAgentOf,
} from '../session/cookies.ts'
import { visitOf } from '../session/device.ts'
import { claimProfileRead, readJoinProfile } from '../session/join-profile.ts'
import { endOf } from '../session/judge-refresh.ts'
import { liveSession, pairWithoutCookie } from '../session/refresh.ts'
import { holdLiveSession } from '../session/store.ts'
import { accessTokenFor } from '../session/tokens.ts'
import { finishJoinSession, joinSessionStatus, openJoinSession, SESSION_SECONDS } from './sign-in.ts'

export function joinRoutes(app: App, deps: Deps): void {
  app.route(requestWebview, async ({ actor, body, request, reply }) => {
    const browser = markBrowser(deps, { request, reply }, 'talad_js', SESSION_SECONDS)
    const { redirectUrl, phone, purpose } = body
    const opened = await openJoinSession(deps, { redirectUrl, phone, purpose, browser, by: actor })
    return { ...opened, expiresAt: opened.expiresAt.toISOString() }
  })

  app.route(verifySession, async ({ query }) => ({ status: await joinSessionStatus(deps, query.sessionId) }))

  app.route(generateToken, async ({ query, actor, request, reply }) => {
    const browser = browserMark(request, 'talad_js')
    const visit = await visitOf(deps, request, actor)
    const pair = await finishJoinSession(
      deps,
      query.sessionId,
      { browser, userAgent: userAgentOf(request) },
      visit,
    )
    return answerSignIn(deps, { request, reply }, pair)
  })

  // ID-18
  app.route(customerProfile, async ({ actor, body, request }) => {
    const { sessionId } = customer(actor)
    const before = await liveSession(deps, sessionId)
    await claimProfileRead(deps, before.accountId)
    await readJoinProfile(deps, before, {
      names: (tx) => holdLiveSession(tx, before.id),
    })
    const session = await liveSession(deps, sessionId)
    const now = deps.now()
    const { refreshToken, byCookie } = presentedToken(request, body)
    const renewed =
      refreshToken === undefined && !isBrowser(request)
        ? await pairWithoutCookie(deps, session.id)
        : undefined
    const accessToken = renewed?.accessToken ?? (await accessTokenFor(deps, session, now))
    const told = renewed?.refreshToken ?? (byCookie ? undefined : refreshToken)
    return {
      tokenPair: { accessToken, ...(told === undefined ? {} : { refreshToken: told }) },
      refreshExpiresAt: renewed?.refreshExpiresAt ?? endOf(session).toISOString(),
      serverTime: now.toISOString(),
    }
  })
}
