import { create } from '@bufbuild/protobuf'
import { type AccountMerged, AccountMergedSchema } from '@talad/proto/identity/v1/events'
import { inTx } from '@talad/shared/db'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openKit } from '../../_shared/test/kit.ts'
import { noteMerge } from '../src/account-merges.ts'

const NAMES = ['a', 'b', 'c', 'd', 'e']

/** Accounts that become part of others, one after another; where each ends. */
function historyOf(moves: readonly { from: number; to: number }[]) {
  const ends = new Map(NAMES.map((name) => [name, name]))
  const merges: AccountMerged[] = []
  for (const { from, to } of moves) {
    const [accountId = '', intoAccountId = ''] = [NAMES[from], NAMES[to]]
    const isThere = (name: string) => ends.get(name) === name
    if (accountId === intoAccountId || !isThere(accountId) || !isThere(intoAccountId)) continue
    for (const [name, end] of ends) if (end === accountId) ends.set(name, intoAccountId)
    const number = BigInt(merges.length + 1)
    merges.push(create(AccountMergedSchema, { accountId, intoAccountId, intoCustomerId: '', number }))
  }
  return { ends: Object.fromEntries(ends), merges }
}

test('ID-35 in whatever order merges are heard of, and however often, what each account had is the last one’s', async () => {
  const { db, owner } = await openKit()
  await owner.query(
    `create table public.account_merge (account_id text, number bigint, into_account_id text, into_customer_id text,
       primary key (account_id, number));
     create table public.thing (was text primary key, account_id text);
     grant select, insert, update, delete on public.account_merge, public.thing to talad_app`,
  )
  const place = fc.nat(NAMES.length - 1)
  const heard = fc
    .array(fc.record({ from: place, to: place }), { maxLength: 12 })
    .map(historyOf)
    .chain(({ ends, merges }) => {
      const twice = [...merges, ...merges]
      const messages = fc.shuffledSubarray(twice, { minLength: twice.length })
      return fc.record({ ends: fc.constant(ends), messages })
    })
  await fc.assert(
    fc.asyncProperty(heard, async ({ ends, messages }) => {
      await owner.query('truncate account_merge, thing')
      await db.query('insert into thing select n, n from unnest($1::text[]) n', [NAMES])
      for (const merge of messages)
        await inTx(db, async (tx) => {
          const { accountId } = await noteMerge(tx, merge)
          await tx.query('update thing set account_id = $2 where account_id = $1', [
            merge.accountId,
            accountId,
          ])
        })
      const { rows } = await db.query<{ was: string; account_id: string }>('select * from thing')
      expect(Object.fromEntries(rows.map((row) => [row.was, row.account_id]))).toEqual(ends)
    }),
    { numRuns: 100 },
  )
})
