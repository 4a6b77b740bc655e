import { appUserHttp as http } from '@talad/proto/http/campaign/app-users'
import { type App, signedIn } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { appUsersOf } from './rows.ts'

/** ID-41: who somebody is in a project. */
export function appUserRoutes(app: App, { db, now }: Deps): void {
  app.route(http.ownAppUser, async ({ actor, body: { project_id: projectId } }) => {
    const { accountId } = signedIn(actor)
    const { rows } = await db.query('select 1 from project where id = $1', [projectId])
    if (rows.length === 0) throw new Rejection('NOT_FOUND', { field: 'project_id' })
    const id = (await appUsersOf(db, projectId, [accountId], now())).get(accountId)
    if (id === undefined) throw new Error('an app user was not kept')
    return { app_user_id: id }
  })
}
