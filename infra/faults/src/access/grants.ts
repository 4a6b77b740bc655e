import { apiKeyAdminHttp } from '@talad/proto/http/campaign/api-keys-admin'
import { projectAdminHttp } from '@talad/proto/http/campaign/projects-admin'
import { virtualCollectionAdminHttp } from '@talad/proto/http/campaign/virtual-admin'
import { type Figures, holds } from '../proof.ts'
import type { System } from '../system.ts'
import { bites } from './bites.ts'
import { type Answer, ask, bearer } from './doors.ts'
import { claimsOf, enter } from './enter.ts'
import { openProject } from './project.ts'

const refused = ({ status, code }: Answer) => status === 403 && code === 'permission_required'
const unknown = ({ status, code }: Answer) => status === 401 && code === 'unauthorized'

/** One address of campaign, by the gateway and by itself, with what somebody sends. */
function knockers(system: System, address: string, headers: Record<string, string>) {
  const places = { campaign: system.service('campaign').url, 'the gateway': system.run.gateway }
  return Object.entries(places).map(([name, url]) => ({
    name,
    knock: () => ask(url + address, { headers }),
  }))
}

/** Opens everywhere before, and is refused everywhere soon after it was taken: in campaign by the very next request. */
async function endsEverywhere(
  what: string,
  doors: ReturnType<typeof knockers>,
  end: () => Promise<Answer>,
  wanted: (answer: Answer) => boolean,
): Promise<number> {
  for (const { name, knock } of doors) {
    const { status, code } = await knock()
    holds(status === 200, `${what}: before, ${name} answers ${status} ${code}`)
  }
  const since = performance.now()
  const { status, text } = await end()
  holds(status === 200, `${what} is taken with ${status}: ${text}`)
  const [own] = doors
  const next = own && (await own.knock())
  holds(
    next !== undefined && wanted(next),
    `${what}: the next request to campaign is answered ${next?.status}`,
  )
  const times = doors.map(({ name, knock }) => bites(`${what} at ${name}`, since, knock, wanted))
  return Math.max(...(await Promise.all(times)))
}

/** CA-3, CA-4, CA-6: what was taken of a role, a pattern or an API key, at campaign itself, bites at the gateway too. */
export async function grantsEnd(system: System): Promise<Figures> {
  const { chief, projectId, makeKey } = await openProject(system)
  const campaign = system.service('campaign').url
  const remove = (address: string) =>
    ask(campaign + address, { method: 'DELETE', headers: bearer(chief.token) })
  const { accessToken } = await enter(system, 'demo-anan')
  const project = `${projectAdminHttp.getProject.path}?_id=${projectId}`
  const theirs = knockers(system, project, bearer(accessToken))
  const give = async (whom: { account_id: string } | { idp_link_pattern: string }) => {
    const permission = { project_id: projectId, role: 'viewer' as const, ...whom }
    return (await chief.call(projectAdminHttp.grantProjectRole, { body: { permission } })).permission
  }
  const permissions = `${projectAdminHttp.revokeProjectRoles.path}?project_id=${projectId}`

  const account = String(claimsOf(accessToken).sub)
  await give({ account_id: account })
  const role = await endsEverywhere(
    'a role',
    theirs,
    () => remove(`${permissions}&account_id=${account}`),
    refused,
  )

  const { _id } = await give({ idp_link_pattern: 'join:userId:demo-an*' })
  const pattern = await endsEverywhere(
    'a pattern',
    theirs,
    () => remove(`${permissions}&_id=${_id}`),
    refused,
  )

  const { apiKeyId, headers } = await makeKey()
  const list = `${virtualCollectionAdminHttp.listVirtualCollections.path}?project_id=${projectId}`
  const revoke = `${apiKeyAdminHttp.revokeApiKey.path}?projectId=${projectId}&apiKeyId=${apiKeyId}`
  const key = await endsEverywhere(
    'an API key',
    knockers(system, list, headers),
    () => remove(revoke),
    unknown,
  )
  return {
    'taken role bites everywhere after ms': role,
    'taken pattern bites everywhere after ms': pattern,
    'revoked API key bites everywhere after ms': key,
  }
}
