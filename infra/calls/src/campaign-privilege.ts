import { privilegeHttp as open } from '@talad/proto/http/campaign/privileges'
import { privilegeAdminHttp as privileges } from '@talad/proto/http/campaign/privileges-admin'
import { item } from './campaign-virtual.ts'
import { type Row, row } from './row.ts'
import type { World } from './world.ts'

const theirs = { owns: 'permission_required' }

/** A privilege of a project with an item. */
async function privileged(world: World) {
  const { by, _id: item_id, collection_id, project_id } = await item(world)
  const privilege = { project_id, slug: `seat_${world.next()}`, name: 'A seat in front' }
  const made = await by.call(privileges.createPrivilege, { body: { privilege } })
  return { by, project_id, item_id, collection_id, privilegeId: made.privilege._id }
}

/** One that the first ten tokens of the item carry. */
async function bound(world: World) {
  const made = await privileged(world)
  const { by, privilegeId, item_id } = made
  const token_ranges: [string, string][] = [['1', '10']]
  const binding = { target: { item_id, token_ranges } }
  const answer = await by.call(privileges.createPrivilegeBinding, { body: { privilegeId, binding } })
  return { ...made, privilegeBindingId: answer.binding._id }
}

export const privilegeRows: readonly Row[] = [
  row(
    privileges.listPrivileges,
    async (world) => {
      const { by, project_id: projectId } = await privileged(world)
      return { by, query: { projectId, count: '1' as const } }
    },
    theirs,
  ),
  row(
    privileges.getPrivilege,
    async (world) => {
      const { by, privilegeId } = await privileged(world)
      return { by, query: { privilegeId } }
    },
    theirs,
  ),
  row(
    privileges.createPrivilege,
    async (world) => {
      const { by, project_id } = await item(world)
      const make = () => ({ body: { privilege: { project_id, slug: `tea_${world.next()}`, name: 'Tea' } } })
      return { by, ...make(), other: make() }
    },
    theirs,
  ),
  row(
    privileges.changePrivilege,
    async (world) => {
      const { by, privilegeId } = await privileged(world)
      const change = (name: string) => ({ body: { privilegeId, privilege: { name } } })
      return { by, ...change('A seat behind'), other: change('No seat') }
    },
    theirs,
  ),
  row(
    privileges.listPrivilegeBindings,
    async (world) => {
      const { by, privilegeId } = await bound(world)
      return { by, query: { privilegeId, count: '1' as const } }
    },
    theirs,
  ),
  row(
    privileges.getPrivilegeBinding,
    async (world) => {
      const { by, privilegeBindingId } = await bound(world)
      return { by, query: { privilegeBindingId } }
    },
    theirs,
  ),
  row(
    privileges.createPrivilegeBinding,
    async (world) => {
      const { by, privilegeId, item_id, collection_id } = await privileged(world)
      const bind = (target: { item_id: string } | { collection_id: string }) => ({
        body: { privilegeId, binding: { target } },
      })
      return { by, ...bind({ item_id }), other: bind({ collection_id }) }
    },
    theirs,
  ),
  row(
    privileges.changePrivilegeBinding,
    async (world) => {
      const { by, privilegeBindingId } = await bound(world)
      const change = (quantity: string) => ({ body: { privilegeBindingId, binding: { quantity } } })
      return { by, ...change('2'), other: change('3') }
    },
    theirs,
  ),
  row(
    privileges.deletePrivilegeBinding,
    async (world) => {
      const { by, privilegeBindingId } = await bound(world)
      const another = (await bound(world)).privilegeBindingId
      return { by, query: { privilegeBindingId }, other: { query: { privilegeBindingId: another } } }
    },
    theirs,
  ),
  row(open.openPrivileges, async (world) => ({
    query: { projectId: (await privileged(world)).project_id, count: '1' as const },
  })),
  row(open.openPrivilege, async (world) => ({
    query: { privilegeId: (await privileged(world)).privilegeId },
  })),
  row(open.spreadPrivilege, async (world) => ({
    query: { privilegeId: (await bound(world)).privilegeId, count: '1' as const },
  })),
  row(open.gatherPrivileges, async (world) => ({
    query: { nftItemId: (await bound(world)).item_id, tokenId: 1 },
  })),
]
