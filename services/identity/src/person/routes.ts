import { erasePersonalData, exportPersonalData } from '@talad/proto/http/identity/personal-data'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'
import { erasePerson } from './erase.ts'
import { exportPerson } from './export.ts'
import { lookupRoutes } from './lookup.ts'
import { matchRoutes } from './match.ts'
import { staffRoutes } from './staff.ts'

/** ID-42: what is kept of a person, for themselves and for support. */
export function personRoutes(app: App, deps: Deps): void {
  app.route(exportPersonalData, async ({ actor }) => exportPerson(deps, signedIn(actor).accountId))

  app.route(erasePersonalData, async ({ actor }) => {
    await erasePerson(deps, signedIn(actor).accountId)
    return { status: 'erased' as const }
  })

  lookupRoutes(app, deps)
  matchRoutes(app, deps)
  staffRoutes(app, deps)
}
