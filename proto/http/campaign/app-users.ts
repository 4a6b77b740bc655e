import { z } from 'zod'
import { objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'

/** ID-41: what somebody is called in one project, and in no other. */
export const appUserId = objectId.describe('id of an app user: an account inside this one project (ID-41)')

export const appUserHttp = {
  ownAppUser: endpoint({
    name: 'ownAppUser',
    service: 'campaign',
    method: 'POST',
    path: `${base.platform}/project/app-user`,
    auth: { kind: 'user' },
    summary: 'Who asks, as a project knows them; asked again it is the same',
    body: z.object({ project_id: objectId.describe('id of the project') }),
    status: 200,
    response: z.object({ app_user_id: appUserId }),
    errors: ['validation', 'not_found'],
    limit: 'write',
  }),
}
