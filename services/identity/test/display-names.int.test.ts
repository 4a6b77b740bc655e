import { listDisplayNames, myDisplayName, setDisplayName } from '@talad/proto/http/display-names'
import { erasePersonalData, exportPersonalData } from '@talad/proto/http/personal-data'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { claimsOf, type System, startSystem } from './harness.ts'

let system: System
beforeAll(async () => {
  system = await startSystem(inject('postgres'))
})
afterAll(() => system.stop())

async function enter(user: string) {
  const answer = await system.browser().call(`/identity/devtool/dev-auth?user=${user}`)
  const token = String(Reflect.get(Reflect.get(Object(answer.body), 'tokenPair'), 'accessToken'))
  return { call: system.client(token), account: claimsOf(token).sub }
}

const name = (text: string | null) => ({ body: { display_name: text } })

test('ID-42 a wallet is shown by the name that its person chose, and by none before that', async () => {
  const { call, account } = await enter('named-mali')
  const wallet = `0x${'4a'.repeat(20)}`
  await system.owner.query(`insert into wallet (account_id, address, provider) values ($1, $2, 'join')`, [
    account,
    wallet,
  ])
  const known = async () =>
    (await call(listDisplayNames, { query: { wl: `${wallet},0x${'00'.repeat(20)}` } })).list
  expect(await known()).toEqual([])
  expect(await call(myDisplayName, {})).toEqual({ display_name: null })
  for (let times = 0; times < 2; times += 1)
    expect(await call(setDisplayName, name('  บ้าน  มะลิ '))).toEqual({ display_name: 'บ้าน มะลิ' })
  expect(await known()).toEqual([{ address: wallet, display_name: 'บ้าน มะลิ' }])
  expect((await call(exportPersonalData, {})).display_name).toBe('บ้าน มะลิ')
  await call(setDisplayName, name(null))
  expect(await known()).toEqual([])
})

test('ID-42 two people have never the same name, however many ask for it at once, and none speaks for the site', async () => {
  const people = await Promise.all(['n1', 'n2', 'n3', 'n4', 'n5'].map(enter))
  const asked = await Promise.allSettled(
    people.map(({ call }, at) => call(setDisplayName, name(at % 2 ? 'Same Name' : 'same_name'))),
  )
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(
    asked.filter((one) => one.status === 'rejected' && one.reason.code === 'display_name_taken'),
  ).toHaveLength(4)
  const [first] = people
  await expect(first?.call(setDisplayName, name('Talad Support'))).rejects.toMatchObject({
    code: 'display_name_reserved',
  })
  for (const bad of ['x', 'a'.repeat(31), '<b>me</b>', 'Аdmin', 'ok\u202eok', '👻👻'])
    await expect(first?.call(setDisplayName, name(bad)), bad).rejects.toMatchObject({ code: 'validation' })
})

test('ID-42 who is forgotten has no name any more, and it is free for others', async () => {
  const leaver = await enter('named-leaver')
  await leaver.call(setDisplayName, name('กลับมาใหม่'))
  await leaver.call(erasePersonalData, { body: { confirm: 'erase' } })
  const next = await enter('named-next')
  expect(await next.call(setDisplayName, name('กลับมาใหม่'))).toEqual({ display_name: 'กลับมาใหม่' })
})
