import { erasePersonalData, exportPersonalData } from '@talad/proto/http/identity/personal-data'
import { verifiedPerson } from '@talad/proto/http/identity/verified-person'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'
import { erasePerson } from './erase.ts'
import { exportPerson } from './export.ts'
import { lookupRoutes } from './lookup.ts'
import { matchRoutes } from './match.ts'
import { staffRoutes } from './staff.ts'
import { verifiedNow } from './verified.ts'

/** ID-42: what is kept of a person, for themselves and for support. */
export function personRoutes(app: App, deps: Deps): void {
  app.route(exportPersonalData, async ({ actor }) => exportPerson(deps, signedIn(actor).accountId))

  app.route(erasePersonalData, async ({ actor }) => {
    await erasePerson(deps, signedIn(actor).accountId)
    return { status: 'erased' as const }
  })

  app.route(verifiedPerson, ({ query }) => verifiedNow(deps, query.account_id))

  lookupRoutes(app, deps)
  matchRoutes(app, deps)
  staffRoutes(app, deps)
}
