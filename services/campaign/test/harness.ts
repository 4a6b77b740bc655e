import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { base } from '@talad/proto/http/contract'
import { grantPermissions } from '@talad/shared/testing/admins'
import { customer, startUnderTest } from '@talad/shared/testing/under-test'
import { inject, onTestFinished } from 'vitest'
import { z } from 'zod'
import { service } from '../src/service.ts'

export const admin = base.platformAdmin
export const accounts = {
  owner: 'a00000000000000000000001',
  other: 'a00000000000000000000002',
  stranger: 'a00000000000000000000003',
}
/** Staff of the site, who open projects. */
export const staff = { ...customer('staff'), sub: accounts.owner }
export const help = { ...customer('help'), sub: 'a00000000000000000000009' }
/** A name that nobody can have as a project. */
export const NOWHERE = 'f'.repeat(24)

const created = z.object({ project: z.looseObject({ _id: z.string() }) })

/** Campaign on a database and a bus of its own, gone at the end of the test. */
export async function start(more: Readonly<Record<string, string>> = {}) {
  const mediaDir = await mkdtemp(join(tmpdir(), 'talad-media-'))
  onTestFinished(() => rm(mediaDir, { recursive: true, force: true }))
  const running = await startUnderTest(service, inject('postgres'), {
    MEDIA_DIR: mediaDir,
    MEDIA_HOSTS: 'media.talad.example',
    PAYLOAD_KEYS: '11'.repeat(32),
    ...more,
  })
  onTestFinished(() => running.close())
  await grantPermissions(running.owner, 'join-staff', ['project.create'])
  await grantPermissions(running.owner, 'join-help', 'super_admin')

  const create = (slug: string, more: object = {}, key?: string) =>
    running.call('POST', `${admin}/project`, {
      as: staff,
      body: { project: { slug, name: 'Fair', ...more } },
      ...(key !== undefined && { key }),
    })
  const open = async (slug: string) => created.parse((await create(slug)).body).project._id
  const give = (as: string, project_id: string, account_id: string, role: string, key?: string) =>
    running.call('POST', `${admin}/project/permission`, {
      as,
      body: { permission: { project_id, account_id, role } },
      ...(key !== undefined && { key }),
    })
  const take = (as: string, project: string, account: string) =>
    running.call('DELETE', `${admin}/project/permission?project_id=${project}&account_id=${account}`, { as })
  const edit = (as: string, _id: string, changes: object, more: object = {}) =>
    running.call('PATCH', `${admin}/project`, { as, body: { project: { _id, ...changes }, ...more } })
  const get = (as: string | typeof staff, path: string) => running.call('GET', `${admin}${path}`, { as })
  return { ...running, mediaDir, create, open, give, take, edit, get }
}
