import { create } from '@bufbuild/protobuf'
import { type AccountChanged, AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { inTx } from '@talad/shared/db'
import { replica } from '@talad/shared/replica'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openKit } from '../../_shared/test/kit.ts'
import { keepOwners } from '../src/wallet-owners.ts'

/** As the services keep it. */
const accounts = replica({
  name: 'account',
  tables: ['account_replica', 'wallet_owner'],
  topic: 'identity.account.v1',
  event: AccountChangedSchema,
  key: ['account_id'],
  revision: 'revision',
  columns: ({ accountId, revision, wallets }) => ({
    account_id: accountId,
    revision,
    wallets: wallets.map(({ address }) => address),
  }),
  saved: keepOwners,
})

const NAMES = ['a', 'b', 'c'] as const
const WALLETS = ['0x1', '0x2', '0x3']

/** Wallets that go from account to account, and what each account says after each of it. */
function historyOf(moves: readonly { wallet: number; to: number }[]) {
  const owners = new Map<string, { account: string; number: number }>()
  const messages: AccountChanged[] = []
  const revisions = new Map<string, number>()
  const say = (accountId: string) => {
    const revision = (revisions.get(accountId) ?? 0) + 1
    revisions.set(accountId, revision)
    const wallets = [...owners].flatMap(([address, { account, number }]) =>
      account === accountId ? [{ address, provider: 'web3', number: BigInt(number) }] : [],
    )
    messages.push(create(AccountChangedSchema, { accountId, revision, wallets }))
  }
  moves.forEach(({ wallet, to }, index) => {
    const [address = '', account = ''] = [WALLETS[wallet], NAMES[to]]
    const before = owners.get(address)?.account
    owners.set(address, { account, number: index + 1 })
    if (before !== undefined && before !== account) say(before)
    say(account)
  })
  return { messages, owners: new Map([...owners].map(([address, { account }]) => [address, account])) }
}

test('ID-27, ID-35 whatever order messages come in, no wallet has two owners on the way and all have the right one at the end', async () => {
  const kit = await openKit()
  await kit.owner.query(`
    create table public.account_replica (account_id text primary key, revision integer not null, wallets text[] not null);
    create table public.wallet_owner (address text primary key, account_id text not null, number bigint not null);
    grant select, insert, update, delete on public.account_replica, public.wallet_owner to talad_app`)
  const kept = async () => {
    const { rows } = await kit.db.query<{ address: string; account_id: string }>(
      'select address, account_id from account_replica, unnest(wallets) as w (address)',
    )
    return rows
  }
  const move = fc.record({ wallet: fc.nat(WALLETS.length - 1), to: fc.nat(NAMES.length - 1) })
  const orders = fc
    .array(move, { minLength: 1, maxLength: 8 })
    .map(historyOf)
    .chain((history) =>
      fc.record({
        owners: fc.constant(history.owners),
        messages: fc.shuffledSubarray(history.messages, { minLength: history.messages.length }),
        batch: fc.integer({ min: 1, max: 3 }),
      }),
    )
  await fc.assert(
    fc.asyncProperty(orders, async ({ owners, messages, batch }) => {
      await kit.owner.query('truncate account_replica, wallet_owner')
      for (let from = 0; from < messages.length; from += batch) {
        await inTx(kit.db, (tx) => accounts.save(tx, messages.slice(from, from + batch)))
        const addresses = (await kept()).map(({ address }) => address)
        expect(new Set(addresses).size).toBe(addresses.length)
      }
      expect(new Map((await kept()).map((row) => [row.address, row.account_id]))).toEqual(owners)
    }),
    { numRuns: 100 },
  )
})
