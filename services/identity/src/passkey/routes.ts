import { passkeysHttp as http } from '@talad/proto/http/identity/passkeys'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Actor } from '@talad/shared/http/auth'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { answerSignIn, browserMark, markBrowser } from '../session/cookies.ts'
import { visitOf } from '../session/device.ts'
import { CHALLENGE_SECONDS } from './challenge.ts'
import { beginRegistration, finishRegistration, type Registrar } from './register.ts'
import { removePasskeyOf } from './remove.ts'
import { beginSignIn, signInWithPasskey } from './sign-in.ts'
import { passkeysOf } from './store.ts'

const MARK = 'talad_pk'

function registrarOf(actor: Actor | undefined): Registrar {
  const { accountId, sessionId } = signedIn(actor)
  if (sessionId === undefined) throw new Rejection('SESSION_EXPIRED')
  return { accountId, sessionId }
}

function markOf(request: FastifyRequest): Buffer {
  const mark = browserMark(request, MARK)
  if (!mark) throw new Rejection('PASSKEY_REFUSED')
  return mark
}

/** Passkeys: one's own, and the sign-in with one. */
export function passkeyRoutes(app: App, deps: Deps): void {
  const listOf = async (accountId: string) => ({ list: await passkeysOf(deps.db, accountId) })

  app.route(http.listPasskeys, ({ actor }) => listOf(signedIn(actor).accountId))

  app.route(http.beginPasskey, async ({ actor, request, reply }) => {
    const browser = markBrowser(deps, { request, reply }, MARK, CHALLENGE_SECONDS)
    return { options: { ...(await beginRegistration(deps, registrarOf(actor), request, browser)) } }
  })

  app.route(http.addPasskey, async ({ actor, body, request }) => {
    const registrar = registrarOf(actor)
    const asked = { browser: markOf(request), sessionId: registrar.sessionId }
    await finishRegistration(deps, registrar, request, asked, body)
    return listOf(registrar.accountId)
  })

  app.route(http.removePasskey, async ({ actor, body }) => {
    const caller = signedIn(actor)
    await removePasskeyOf(deps, caller, body.id)
    return listOf(caller.accountId)
  })

  app.route(http.beginPasskeySignIn, async ({ request, reply }) => {
    const browser = markBrowser(deps, { request, reply }, MARK, CHALLENGE_SECONDS)
    return { options: { ...(await beginSignIn(deps, request, browser)) } }
  })

  app.route(http.passkeySignIn, async ({ actor, body, request, reply }) => {
    const visit = await visitOf(deps, request, actor)
    const pair = await signInWithPasskey(deps, request, markOf(request), body.response, visit)
    return answerSignIn(deps, { request, reply }, pair)
  })
}
