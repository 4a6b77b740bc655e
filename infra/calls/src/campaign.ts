import { apiKeyCheckHttp } from '@talad/proto/http/campaign/api-key-check'
import { apiKeyAdminHttp as keys } from '@talad/proto/http/campaign/api-keys-admin'
import { appUserHttp } from '@talad/proto/http/campaign/app-users'
import { projectHttp as open } from '@talad/proto/http/campaign/projects'
import { projectAdminHttp as projects } from '@talad/proto/http/campaign/projects-admin'
import { walletNftsHttp } from '@talad/proto/http/campaign/wallet-nfts'
import { findIdentityLinks } from '@talad/proto/http/identity/accounts'
import { digestOf } from '@talad/shared/http/api-key'
import { campaignRows } from './campaign-campaigns.ts'
import { couponRows } from './campaign-coupon.ts'
import { mintBookRows } from './campaign-mint.ts'
import { privilegeRows } from './campaign-privilege.ts'
import { triggerRows } from './campaign-trigger.ts'
import { collection, virtualRows } from './campaign-virtual.ts'
import { accountIdOf } from './people.ts'
import { type Row, row } from './row.ts'
import type { World } from './world.ts'

/** An account that nobody has. */
const nobody = (number: number) => number.toString(16).padStart(24, 'a')

const termsOf = ({ next }: World) => ({
  slug: `fair_of_${next()}`,
  name: 'งานวัด',
  theme: { primaryColor: '#b3541e' },
})

/** A project of the chief's. */
async function opened(world: World) {
  const by = await world.chief()
  const { project } = await by.call(projects.createProject, { body: { project: termsOf(world) } })
  return { by, _id: project._id }
}

async function granted(world: World) {
  const { by, _id: project_id } = await opened(world)
  const account_id = accountIdOf(await world.seller())
  const permission = { project_id, account_id, role: 'editor' as const }
  await by.call(projects.grantProjectRole, { body: { permission } })
  return { by, project_id, account_id }
}

const keyOf = (projectId: string, name = 'Till') => ({
  body: { projectId, name, permissions: ['vnft.read' as const] },
})

/** A key of a project. */
async function keyed(world: World) {
  const { by, _id: projectId } = await opened(world)
  const { apiKey, secret } = await by.call(keys.createApiKey, keyOf(projectId))
  return { by, projectId, apiKeyId: apiKey.apiKeyId, secret }
}

const theirs = { owns: 'permission_required' }

export const rows: readonly Row[] = [
  row(
    appUserHttp.ownAppUser,
    async (world) => ({ by: await world.buyer(), body: { project_id: (await opened(world))._id } }),
    { owns: null }, // each asks who they are themselves
  ),
  ...virtualRows,
  ...mintBookRows,
  ...campaignRows,
  ...triggerRows,
  ...couponRows,
  ...privilegeRows,
  row(
    walletNftsHttp.walletNfts,
    async (world) => {
      const by = await world.buyer()
      const links = await by.call(findIdentityLinks, { query: {} })
      if (!Array.isArray(links)) throw new Error('the token of the buyer is older than their links')
      const idp_link_id = links.find((one) => one.identity_provider_profile.walletAddress !== null)?._id ?? ''
      return { by, query: { idp_link_id } }
    },
    { owns: 'not_found' },
  ),
  row(open.openProject, async (world) => ({ query: { id_or_slug: (await collection(world)).project_id } })),
  row(projects.listProjects, async (world) => {
    const { by } = await opened(world)
    return { by, query: { count: '1' } }
  }),
  row(projects.countProjects, async (world) => ({ by: (await opened(world)).by, query: {} })),
  row(
    projects.getProject,
    async (world) => {
      const { by, _id } = await opened(world)
      return { by, query: { _id } }
    },
    theirs,
  ),
  row(projects.createProject, async (world) => ({
    body: { project: termsOf(world) },
    other: { body: { project: termsOf(world) } },
  })),
  row(
    projects.patchProject,
    async (world) => {
      const { by, _id } = await opened(world)
      const change = (name: string) => ({ body: { project: { _id, name } } })
      return { by, ...change('Temple fair'), other: change('Loy Krathong') }
    },
    theirs,
  ),
  row(
    projects.listProjectPermissions,
    async (world) => {
      const { by, project_id } = await granted(world)
      return { by, query: { project_id, roles: 'owner,editor' } }
    },
    theirs,
  ),
  row(
    projects.grantProjectRole,
    async (world) => {
      const { by, _id: project_id } = await opened(world)
      const account_id = accountIdOf(await world.seller())
      const give = (role: 'editor' | 'minter') => ({ body: { permission: { project_id, account_id, role } } })
      return { by, ...give('editor'), other: give('minter') }
    },
    theirs,
  ),
  row(
    projects.revokeProjectRoles,
    async (world) => {
      const { by, project_id, account_id } = await granted(world)
      return {
        by,
        query: { project_id, account_id },
        other: { query: { project_id, account_id: nobody(world.next()) } },
      }
    },
    theirs,
  ),
  row(
    keys.listApiKeys,
    async (world) => {
      const { by, projectId } = await keyed(world)
      return { by, query: { projectId, count: '1' as const } }
    },
    theirs,
  ),
  row(
    keys.getApiKey,
    async (world) => {
      const { by, projectId, apiKeyId } = await keyed(world)
      return { by, query: { projectId, apiKeyId } }
    },
    theirs,
  ),
  row(apiKeyCheckHttp.checkApiKey, async (world) => ({
    body: { digest: digestOf((await keyed(world)).secret) },
  })),
  row(
    keys.createApiKey,
    async (world) => {
      const { by, _id } = await opened(world)
      return { by, ...keyOf(_id), other: keyOf(_id, 'Gate') }
    },
    theirs,
  ),
  row(
    keys.rotateApiKey,
    async (world) => {
      const { by, projectId, apiKeyId } = await keyed(world)
      const after = (overlapDays: number) => ({ body: { projectId, apiKeyId, overlapDays } })
      return { by, ...after(7), other: after(0) }
    },
    theirs,
  ),
  row(
    keys.revokeApiKey,
    async (world) => {
      const { by, projectId, apiKeyId } = await keyed(world)
      const another = await by.call(keys.createApiKey, keyOf(projectId))
      const other = { query: { projectId, apiKeyId: another.apiKey.apiKeyId } }
      return { by, query: { projectId, apiKeyId }, other }
    },
    theirs,
  ),
]
