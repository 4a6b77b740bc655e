import { staffNames } from '@talad/proto/http/identity/staff-names'
import { grantPermissions } from '@talad/shared/testing/admins'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type System, startSystem } from './harness.ts'
import { startBareChain, walletsAt } from './wallets.ts'

let system: System
const cleanup: (() => Promise<void> | void)[] = []
beforeAll(async () => {
  const chain = await startBareChain()
  system = await startSystem(inject('postgres'), { RPC_URL: chain.url })
  cleanup.push(() => system.stop(), chain.close)
})
afterAll(async () => {
  for (const clean of cleanup) await clean()
})

test('MO-40 admins read the names of admins and former ones, by either id; of customers nothing is told, and to customers nothing', async () => {
  const at = walletsAt(system)
  const [desk, former, customer] = [
    await at.customer('desk'),
    await at.customer('former'),
    await at.customer('cus'),
  ]
  await grantPermissions(system.owner, 'join-desk', ['withdrawal.read'])
  await grantPermissions(system.owner, 'join-former', [])
  await system.owner.query(
    `insert into display_name (account_id, name, folded, looks, changed_at) values ($1, 'Nok', 'nok', 'nok', now())`,
    [former.account],
  )
  const ask = async (by: typeof desk, ids: readonly string[]) => {
    const { body } = await by.browser.call(`/api/admin/v1/iam/staff?ids=${ids.join(',')}`, {
      token: by.token,
    })
    return staffNames.response.parse(body).list
  }
  const ids = [former.account, 'join-desk', customer.account, 'join-cus']
  const found = await ask(desk, ids)
  expect(found.map(({ customer_id }) => customer_id).sort()).toEqual(['join-desk', 'join-former'])
  expect(found.find(({ account_id }) => account_id === former.account)?.name).toBe('Nok')
  expect(found.find(({ account_id }) => account_id === desk.account)?.name).not.toBeNull()
  expect(await ask(customer, ids)).toEqual([])
  expect(await ask(former, ids)).toEqual([])
})
