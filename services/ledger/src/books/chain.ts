import type { Queryable } from '@talad/shared/db'
import type { Row } from '@talad/shared/event-log'
import { flowRowsOf, link } from '../transfer/hash-chain.ts'
import { outcomesOf } from '../transfer/stored.ts'
import { type Head, nextPhase, type Progress, withFaults } from './progress.ts'

/** Rows of the log in one piece. */
const LINKS = 500

type Linked = Row & { seq: bigint; hash: string; announced: string | null }

async function linksAfter(db: Queryable, { transfers }: Head): Promise<Linked[]> {
  const { rows } = await db.query<Linked>({
    name: 'ledger.links',
    text: `select s.seq, s.hash, e.txid::text as txid, e.position, e.stream, e.version, e.type, e.data, e.meta, e.at,
             a.data->>'hash' as announced
           from hash_chain s left join kit.event e on e.txid = s.txid and e.position = s.position
             left join kit.event a on a.stream = 'seal-' || s.seq and a.version = 1
           where s.seq > $1 order by s.seq limit ${LINKS}`,
    values: [transfers],
  })
  return rows
}

/** Why a link does not follow from the one before it; undefined: it does. */
function faultOf(row: Linked, expected: Head, published: Head | undefined): string | undefined {
  if (row.seq !== expected.transfers) return `a link before ${row.seq} is missing`
  if (row.hash !== expected.hash) return `link ${row.seq} (${row.stream}) does not match`
  const announced = published?.transfers === row.seq ? published.hash : row.announced
  if (announced !== null && announced !== row.hash) return `link ${row.seq} is not the announced one`
  return undefined
}

/** Follows the chain for one piece, or to its first fault. */
export async function followChain(db: Queryable, progress: Progress): Promise<Progress> {
  const rows = await linksAfter(db, progress.head)
  const lost = rows.findIndex(({ stream }) => stream === null)
  const whole = lost < 0 ? rows : rows.slice(0, lost)
  const outcomes = whole.map(outcomesOf)
  const flows = await flowRowsOf(db, outcomes)
  let { head, flows: covered } = progress
  for (const [index, row] of whole.entries()) {
    const own = flows[index] ?? []
    const transfers = head.transfers + BigInt(outcomes[index]?.length ?? 0)
    const next = { transfers, hash: link(head.hash, row, own) }
    const fault = faultOf(row, next, progress.published)
    if (fault !== undefined) return broken(progress, fault)
    head = next
    covered += BigInt(own.length)
  }
  const followed = { ...progress, head, flows: covered }
  const missing = rows[lost]
  if (missing) return broken(followed, `the event of link ${missing.seq} is missing`)
  return rows.length < LINKS ? nextPhase(followed, 'totals') : followed
}

/** What comes behind a broken link can't be told; accounts and holds are still worth looking at. */
function broken(progress: Progress, fault: string): Progress {
  return nextPhase(withFaults(progress, [fault]), 'accounts')
}

/** Flows of transfers that are posted and not linked yet. */
export async function unlinkedFlows(db: Queryable): Promise<bigint> {
  const { rows } = await db.query<Row>(
    `select e.txid::text as txid, e.position, e.stream, e.version, e.type, e.data, e.meta, e.at from kit.event e
     where (e.txid, e.position) > (coalesce((select txid from hash_chain order by seq desc limit 1), '0'),
       coalesce((select position from hash_chain order by seq desc limit 1), 0))
     order by e.txid, e.position`,
  )
  const flows = await flowRowsOf(db, rows.map(outcomesOf))
  return flows.reduce((sum, own) => sum + BigInt(own.length), 0n)
}
