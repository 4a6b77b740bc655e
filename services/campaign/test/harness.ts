import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { base } from '@talad/proto/http/contract'
import { matchesPattern, type Pattern, parsePattern } from '@talad/proto/http/identity/verified-fields'
import { Rejection } from '@talad/shared/rejection'
import { grantPermissions } from '@talad/shared/testing/admins'
import { type Asked, askAt, customer, openUnderTest } from '@talad/shared/testing/under-test'
import { inject, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Identity } from '../src/identity/client.ts'
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

/** Identity as far as it is asked here: everybody is known, and has verified what a test says. */
export function playIdentity() {
  const state = {
    isAway: false,
    unknown: new Set<string>(),
    absorbed: new Map<string, string>(),
    verified: new Map<string, string[]>(),
    asked: 0,
  }
  const answer = <T>(of: T): Promise<T> => {
    state.asked += 1
    return state.isAway ? Promise.reject(new Rejection('UNAVAILABLE')) : Promise.resolve(of)
  }
  const means = (accountId: string, { provider, field, value }: Pattern) =>
    (state.verified.get(accountId) ?? []).some((text) => {
      const has = parsePattern(text)
      return has?.provider === provider && has.field === field && matchesPattern(has.value, value)
    })
  const identity: Identity = {
    living: (accountId) =>
      answer(state.unknown.has(accountId) ? undefined : (state.absorbed.get(accountId) ?? accountId)),
    matching: (accountId, patterns) =>
      answer(patterns.flatMap((pattern, at) => (means(accountId, pattern) ? [at] : []))),
    meant: (pattern) => {
      const who = [...state.verified.keys()].filter((accountId) => means(accountId, pattern))
      return answer(who.length === 1 ? who[0] : undefined)
    },
    linksOf: (accountIds) =>
      answer(
        accountIds.map((linked_account_id) => ({
          _id: linked_account_id.replace(/^a/, 'b'),
          linked_account_id,
          identity_provider: 'join' as const,
          identity_provider_profile: {
            id: linked_account_id,
            userId: null,
            displayName: 'S•••',
            email: null,
            phoneNumber: null,
            nameEN: null,
            nameTH: null,
            profilePicture: null,
            walletAddress: null,
          },
          identity_provider_client_id: null,
          migrated_account_id: null,
          migrated_on: null,
          created: new Date(0).toISOString(),
          wallet_elsewhere: null,
        })),
      ),
  }
  return { state, identity }
}

export const settings = {
  MEDIA_HOSTS: 'media.talad.example',
  PAYLOAD_KEYS: '11'.repeat(32),
  PERSONAL_DATA_KEY: '22'.repeat(32),
  MEDIA_DIR: tmpdir(), // where no picture is sent
  RPC_URL: 'http://127.0.0.1:9', // no chain: nothing is asked of it where nothing is minted
  CHAIN_ID: '3501',
  ASSET_INDEXER_URL: 'http://127.0.0.1:9',
  FACTORY_ADDRESS: `0x${'fa'.repeat(20)}`,
  MINTER_KEYS: `0x${'1'.repeat(64)}`,
  METADATA_URL: 'https://shop.talad.example/api/v1/vnft/metadata',
}

/** Campaign on a database and a bus of its own, gone at the end of the test. */
export async function start(more: Readonly<Record<string, string>> = {}) {
  const mediaDir = await mkdtemp(join(tmpdir(), 'talad-media-'))
  onTestFinished(() => rm(mediaDir, { recursive: true, force: true }))
  const around = await openUnderTest(service, inject('postgres'))
  onTestFinished(() => around.close())
  const { identity, state: people } = playIdentity()
  const config = around.config({
    ...settings,
    MEDIA_DIR: mediaDir,
    ...more,
  })
  const served = await around.start(config, { identity })
  /** the answer to one call */
  const call = async (
    method: string,
    path: string,
    asked?: Asked,
  ): Promise<{ status: number; body: unknown }> => {
    const response = await askAt(around.keys, served.url + path, method, asked)
    return { status: response.status, body: await response.json() }
  }
  const running = { ...served, ...around, call, identity, people }
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
