import { handOversHttp as http } from '@talad/proto/http/identity/hand-overs'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'
import { answerSignIn, browserMark, markBrowser } from '../session/cookies.ts'
import { visitOf } from '../session/device.ts'
import { liveSession } from '../session/refresh.ts'
import {
  agreeToHandOver,
  BEGUN_SECONDS,
  beginHandOver,
  fromSite,
  siteOfHandOver,
  takeHandOver,
} from './hand-over.ts'

/** ID-8: one site of ours takes over a session of another, in one browser. */
export function handOverRoutes(app: App, deps: Deps): void {
  app.route(http.handOverFrom, async () => ({ site: fromSite(deps) }))

  app.route(http.beginHandOver, async ({ body, request, reply }) => {
    const browser = markBrowser(deps, { request, reply }, 'talad_ho', BEGUN_SECONDS)
    const { expiresAt, ...begun } = await beginHandOver(deps, { ...body, browser })
    return { ...begun, expiresAt: expiresAt.toISOString() }
  })

  app.route(http.lookAtHandOver, async ({ query }) => ({ site: await siteOfHandOver(deps, query.sessionId) }))

  app.route(http.agreeToHandOver, async ({ actor, body }) => {
    const { id } = await liveSession(deps, signedIn(actor).sessionId)
    const { redirectUrl, expiresAt } = await agreeToHandOver(deps, body.sessionId, { sessionId: id })
    return { redirectUrl, expiresAt: expiresAt.toISOString() }
  })

  app.route(http.takeHandOver, async ({ actor, body, request, reply }) => {
    const browser = browserMark(request, 'talad_ho')
    const visit = await visitOf(deps, request, actor)
    const pair = await takeHandOver(deps, { ...body, browser }, visit)
    return answerSignIn(deps, { request, reply }, pair)
  })
}
