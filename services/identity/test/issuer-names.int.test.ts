import { setDisplayName } from '@talad/proto/http/identity/display-names'
import { IssuerChangedSchema } from '@talad/proto/moderation/v1/issuer'
import { outgoing } from '@talad/shared/bus/port'
import { rebuildReplica } from '@talad/shared/replica'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { issuers } from '../src/replicas/issuer.ts'
import { people, type System, startSystem } from './harness.ts'

let system: System
beforeAll(async () => {
  system = await startSystem(inject('postgres'))
})
afterAll(() => system.stop())

async function enter(user: string) {
  const answer = await system.browser().call(`/identity/devtool/dev-auth?user=${user}`)
  return system.client(String(Reflect.get(Reflect.get(Object(answer.body), 'tokenPair'), 'accessToken')))
}
type Call = Awaited<ReturnType<typeof enter>>
const take = (call: Call, name: string | null) => call(setDisplayName, { body: { display_name: name } })
const reserved = { status: 400, code: 'display_name_reserved' }

const kub = { blockchain: 'kub', contractAddress: `0x${'c0'.repeat(20)}` }
async function tell(revision: number, { active = true, customerId = `join-${people.malee.id}` } = {}) {
  const about = { slug: 'mali', nameTh: 'ร้านมะลิ', nameEn: 'Mali Shop', revision, customerId }
  const issuer = { issuerId: '1a'.repeat(12), ...about, ranges: active ? [kub] : [] }
  await system.send(outgoing('moderation.issuer.v1', issuer.issuerId, IssuerChangedSchema, issuer))
}
const rows = async () =>
  (await system.owner.query<{ revision: number; active: boolean }>('select * from issuer_replica')).rows
const known = (revision: number) =>
  until('it is heard of', async () => (await rows())[0]?.revision === revision)

test('ID-42 an issuer’s name is its customer’s while it is active; who was called so before stays', async () => {
  const [early, late] = [await enter('early'), await enter('late')]
  const malee = system.client((await system.signInWithJoin(people.malee.id)).accessToken)
  await take(early, 'MaIi_Shop')
  await tell(2)
  await known(2)
  await expect(take(late, 'ร้าน มะลิ')).rejects.toMatchObject(reserved)
  expect(await take(early, 'MaIi_Shop')).toEqual({ display_name: 'MaIi_Shop' })
  await expect(take(early, 'Mali-Shop')).rejects.toMatchObject(reserved)
  expect(await take(malee, 'ร้านมะลิ')).toEqual({ display_name: 'ร้านมะลิ' })
  await take(malee, null)

  // no longer active; told twice, and once more of when it was
  for (const [revision, active] of [
    [4, false],
    [4, false],
    [3, true],
  ] as const)
    await tell(revision, { active })
  await known(4)
  expect(await take(late, 'ร้าน มะลิ')).toEqual({ display_name: 'ร้าน มะลิ' })
  await take(late, null)
  await tell(9, { customerId: '' }) // from before it was said whose it is: it says nothing
  await tell(5)
  await known(5)
  const before = await rows()
  await rebuildReplica(system.owner, system.bus, issuers)
  expect(await rows()).toEqual(before)
  await expect(take(late, 'ร้าน มะลิ')).rejects.toMatchObject(reserved)
})
