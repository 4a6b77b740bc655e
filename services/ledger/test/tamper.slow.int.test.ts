import { randomFrom } from '@talad/demo/random'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { verifyLedger } from '../src/books/proof.ts'
import { asPay, asTopup, startWorld, type World } from './setup.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
})
afterAll(() => world.close())

// each is made, looked for and undone: the longest of the ledger's tests, and never seen red, so it runs at night
const TRIES = 1_000
const PEOPLE = 8

type Change = { says: string; sql: string[] }

/** Ways to change the log of flows, or what binds it, past the ledger. */
function changeOf(below: (n: number) => number, flows: bigint[], links: bigint[]): Change {
  const flow = flows[below(flows.length)]
  const other = flows[below(flows.length)]
  const link = links[below(links.length)]
  const edits = [
    `value = value + 1, net_value = net_value + 1`,
    `account = 'join-thief'`,
    `unit = case unit when 'pt_thb' then 'ft_thb' else 'pt_thb' end`,
    `related_id = related_id || 'x'`,
    `transfer = transfer || 'x'`,
    `leg = leg || 'x'`,
    `at = at + interval '1 ms'`,
    `balance_after = coalesce(balance_after, 0) + 1`,
  ]
  switch (below(5)) {
    case 0: {
      const edit = edits[below(edits.length)] ?? ''
      return { says: `flow ${flow}: ${edit}`, sql: [`update flow set ${edit} where id = ${flow}`] }
    }
    case 1:
      return { says: `flow ${flow} is gone`, sql: [`delete from flow where id = ${flow}`] }
    case 2: // two rows change places
      if (flow === other) return changeOf(below, flows, links)
      return {
        says: `flows ${flow} and ${other} change places`,
        sql: [
          `update flow a set value = b.value, net_value = b.net_value, at = b.at + interval '1 us', account = b.account
           from flow b where (a.id = ${flow} and b.id = ${other}) or (a.id = ${other} and b.id = ${flow})`,
        ],
      }
    case 3:
      return { says: `flows from ${flow} on are cut off`, sql: [`delete from flow where id >= ${flow}`] }
    default:
      return below(2) === 0
        ? {
            says: `link ${link} has another hash`,
            sql: [`update hash_chain set hash = repeat('0', 64) where seq = ${link}`],
          }
        : { says: `link ${link} is gone`, sql: [`delete from hash_chain where seq = ${link}`] }
  }
}

test('B21 LG-17 a thousand random edits, deletions, swaps and truncations of the log of flows are each found', async () => {
  for (let person = 0; person < PEOPLE; person++)
    await world.postNow(
      asTopup(`join-${person}`, `t${person}`, 500n),
      asPay(`join-${person}`, `s${person}`, 300n),
      asPay(`join-${person}`, `o${person}`, 900n),
    )
  await until(
    'everything is linked',
    async () => (await verifyLedger(world.owner)).transfers >= BigInt(PEOPLE * 3),
  )
  const head = (await verifyLedger(world.owner)).transfers
  const ids = async (sql: string) => (await world.owner.query<{ id: bigint }>(sql)).rows.map(({ id }) => id)
  const flows = await ids('select id from flow order by id')
  const links = await ids('select seq as id from hash_chain order by seq')
  const published = await world.owner.query<{ hash: string }>(
    'select hash from hash_chain order by seq desc limit 1',
  )
  const before = { transfers: head, hash: published.rows[0]?.hash ?? '' }
  const random = randomFrom('B21 of flows')
  const below = (n: number) => Math.floor(random() * n)
  const copy = await world.owner.connect()
  // one connection whose transaction is never committed: each change is seen by the proof and gone afterwards
  const own = { connect: async () => ({ query: inside, release: () => undefined }) }
  async function inside(text: string | { text: string; values?: unknown[] }, values?: unknown[]) {
    const sql = typeof text === 'string' ? text : text.text
    if (/^(begin|commit|rollback|set transaction)/.test(sql)) return { rows: [] }
    return typeof text === 'string'
      ? copy.query(text, values)
      : copy.query({ text: text.text, values: text.values ?? [] })
  }
  const missed: string[] = []
  try {
    await copy.query(`set session_replication_role = replica`)
    for (let n = 0; n < TRIES; n++) {
      const { says, sql } = changeOf(below, flows, links)
      await copy.query('begin')
      for (const one of sql) await copy.query(one)
      const { faults } = await verifyLedger(own as unknown as Parameters<typeof verifyLedger>[0], before)
      await copy.query('rollback')
      if (faults.length === 0) missed.push(says)
    }
  } finally {
    copy.release(true)
  }
  expect(missed).toEqual([])
  expect((await verifyLedger(world.owner, before)).faults).toEqual([])
})
