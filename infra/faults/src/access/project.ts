import { appointStaff } from '@talad/dev/seed/admins'
import { signIn } from '@talad/dev/seed/site'
import { onceHeard } from '@talad/e2e/people'
import { apiKeyAdminHttp } from '@talad/proto/http/campaign/api-keys-admin'
import { projectAdminHttp } from '@talad/proto/http/campaign/projects-admin'
import { newId } from '@talad/shared/ids'
import type { Site } from './enter.ts'

/** A project of the chief's, who may do everything in it. */
export async function openProject({ run }: Site) {
  await appointStaff(run)
  const chief = await signIn(run, run.admins.find(({ may }) => may === 'super_admin')?.joinId ?? '')
  const project = { slug: `fair_${newId(new Date())}x`, name: 'งานวัด' }
  const opened = await onceHeard(['permission_required'], () =>
    chief.call(projectAdminHttp.createProject, { body: { project } }),
  )
  const projectId = opened.project._id
  return {
    chief,
    projectId,
    /** an API key of it, and what it is called with */
    makeKey: async (test = false) => {
      const body = {
        projectId,
        name: 'Till',
        permissions: ['vnft.read' as const, 'vnft.mint' as const],
        test,
      }
      const { apiKey, secret } = await chief.call(apiKeyAdminHttp.createApiKey, { body })
      return { apiKeyId: apiKey.apiKeyId, headers: { 'x-api-key': secret } }
    },
  }
}
