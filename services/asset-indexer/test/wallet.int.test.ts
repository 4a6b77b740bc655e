import { getWallet } from '@talad/proto/http/identity/wallet'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { alice, bob, type Lists, startLists } from './lists.ts'

let own: Lists
beforeAll(async () => {
  own = await startLists(inject('postgres'))
})
afterAll(() => own.close())

async function figures(wallet: string, account?: string) {
  const { status, body } = await own.get(`/api/public/v1/wallet/${wallet}`, {}, account)
  expect(status).toBe(200)
  return getWallet.response.parse(body)
}

test('AI-18 a wallet tells what it holds, has on sale, bought and sold', async () => {
  const traded = { sales: 2, volume: null }
  const none = { sales: 0, volume: null }
  expect(await figures(alice)).toEqual({
    wallet: alice,
    assets: 3,
    units: '3',
    listed: 2,
    bought: none,
    sold: traded,
  })
  // one more of its tokens is suspended, and is left out as in every list
  expect(await figures(bob)).toEqual({
    wallet: bob,
    assets: 2,
    units: '2',
    listed: 0,
    bought: traded,
    sold: none,
  })
})

test('ID-42 what somebody spent and earned is told to the owner of the wallet alone', async () => {
  await own.db.query('insert into account_replica (account_id, revision, wallets) values ($1, 1, $2)', [
    'account-of-alice',
    [alice],
  ])
  const sums = ({ bought, sold }: Awaited<ReturnType<typeof figures>>) => [bought.volume, sold.volume]
  expect(sums(await figures(alice, 'account-of-alice'))).toEqual(['0', '120'])
  expect(sums(await figures(bob, 'account-of-alice'))).toEqual([null, null])
  expect(sums(await figures(alice, 'account-of-bob'))).toEqual([null, null])
  expect(sums(await figures(alice))).toEqual([null, null])
})

test('AI-18 a wallet that nobody has heard of has zeros, and what is no address is refused', async () => {
  const nobody = `0x${'ee'.repeat(20)}`
  const nothing = { sales: 0, volume: null }
  expect(await figures(nobody.toUpperCase().replace('0X', '0x'))).toEqual({
    wallet: nobody,
    assets: 0,
    units: '0',
    listed: 0,
    bought: nothing,
    sold: nothing,
  })
  expect((await own.get('/api/public/v1/wallet/0x12', {})).status).toBe(400)
})
