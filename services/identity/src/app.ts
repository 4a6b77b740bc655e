import cookie from '@fastify/cookie'
import { newestSuspension } from '@talad/market/suspensions'
import { rejections } from '@talad/proto/http/identity/rejections'
import { grantsIn } from '@talad/shared/admin-grants'
import { type App, createApp } from '@talad/shared/http/app'
import { createAuth } from '@talad/shared/http/auth'
import { callersIn } from '@talad/shared/platform'
import { accountRoutes } from './account/routes.ts'
import { consentRoutes } from './consent/routes.ts'
import type { Deps } from './deps.ts'
import { displayNameRoutes } from './display-name/routes.ts'
import { favouriteRoutes } from './favourite/routes.ts'
import { joinRoutes } from './join/routes.ts'
import { lineRoutes } from './line/routes.ts'
import { membershipRoutes } from './membership/routes.ts'
import { mergeRoutes } from './merge/routes.ts'
import { nameRoutes } from './names/routes.ts'
import { notificationRoutes } from './notification/routes.ts'
import { personRoutes } from './person/routes.ts'
import { pictureRoutes } from './picture/routes.ts'
import { proofRoutes } from './proof/routes.ts'
import { devRoutes } from './session/dev-routes.ts'
import { sessionListRoutes } from './session/list-routes.ts'
import { sessionStatusOf } from './session/refresh.ts'
import { sessionRoutes } from './session/routes.ts'
import { signingRoutes } from './signing/routes.ts'
import { supportRoutes } from './support/routes.ts'
import { web3Routes } from './web3/routes.ts'

/** The HTTP application of identity and of wallet signing. */
export function buildApp(deps: Deps): App {
  const app = createApp({
    ...deps,
    newest: { suspensions: () => newestSuspension(deps.db) },
    // our own keys and sessions, without a request to ourselves
    auth: createAuth({
      jwks: deps.keys.verify,
      callers: callersIn(deps.service, deps.config),
      sessionStatuses: { of: (holder) => sessionStatusOf(deps, holder.sessionId) },
      grants: grantsIn(deps.db),
      now: deps.now,
    }),
    rejections,
  })
  app.fastify.register(cookie)
  joinRoutes(app, deps)
  web3Routes(app, deps)
  lineRoutes(app, deps)
  membershipRoutes(app, deps)
  proofRoutes(app, deps)
  devRoutes(app, deps)
  sessionRoutes(app, deps)
  sessionListRoutes(app, deps)
  accountRoutes(app, deps)
  personRoutes(app, deps)
  consentRoutes(app, deps)
  mergeRoutes(app, deps)
  supportRoutes(app, deps)
  pictureRoutes(app, deps)
  favouriteRoutes(app, deps)
  displayNameRoutes(app, deps)
  nameRoutes(app, deps)
  notificationRoutes(app, deps)
  signingRoutes(app, deps)
  return app
}
