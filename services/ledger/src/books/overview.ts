import type { BookProof, BooksOverview, ledgerBooksHttp } from '@talad/proto/http/ledger/integrity'
import type { Queryable } from '@talad/shared/db'
import { decodeCursor, encodeCursor } from '@talad/shared/http/cursor'
import { cursorPage } from '@talad/shared/http/page'
import { toJsonInteger } from '@talad/shared/money'
import { load } from '@talad/shared/stream'
import type { z } from 'zod'
import { platformSums } from '../snapshots/closing.ts'
import type { Unit } from '../transfer/commands.ts'
import { holdFlow, kindOf } from '../transfer/flows.ts'
import { type Progress, progressSchema } from './progress.ts'
import type { Books } from './state.ts'
import { BOOKS_ID, books } from './stream.ts'

type ProofRow = { id: bigint; started_at: Date; finished_at: Date; progress: unknown }

const proofId = (id: bigint) => id.toString(16).padStart(24, '0')

function toProof({ id, started_at: started, finished_at: finished, progress }: ProofRow): BookProof {
  const { head, flows, accounts, holds, faults, found }: Progress = progressSchema.parse(progress)
  return {
    _id: proofId(id),
    started: started.toISOString(),
    finished: finished.toISOString(),
    transfers: toJsonInteger(head.transfers),
    hash: head.hash,
    flows: toJsonInteger(flows),
    accounts,
    holds,
    faults,
    found,
  }
}

async function proofsBefore(db: Queryable, before: bigint, limit: number): Promise<ProofRow[]> {
  const { rows } = await db.query<ProofRow>({
    name: 'ledger.proofs',
    text: `select id, started_at, finished_at, progress from books_proof
           where finished_at is not null and id < $1 order by id desc limit $2`,
    values: [before, limit],
  })
  return rows
}

const NEWEST = 2n ** 63n - 1n
type ProofsQuery = z.output<NonNullable<typeof ledgerBooksHttp.bookProofs.query>>

/** The proofs of the books, newest first. @throws Rejection BAD_CURSOR */
export async function proofsOf(db: Queryable, { cs, lm }: ProofsQuery) {
  const rows = await proofsBefore(db, cs === undefined ? NEWEST : decodeCursor(cs).sortKey, lm + 1)
  const { shown, nextCursor } = cursorPage(rows, lm, ({ id }) =>
    encodeCursor({ sortKey: id, id: proofId(id) }),
  )
  return { list: shown.map(toProof), nextCursor }
}

type Accounts = BooksOverview['accounts']
type Kind = Accounts[number]['kind']

async function customers(db: Queryable): Promise<{ count: number; accounts: Accounts }> {
  const { rows } = await db.query<{ unit: Unit; sum: bigint; count: number }>(
    'select unit, coalesce(sum(balance), 0) as sum, count(*)::int as count from account group by unit order by unit',
  )
  return {
    count: Math.max(0, ...rows.map(({ count }) => count)),
    accounts: rows.map(({ unit, sum }) => ({ kind: 'customer', unit, sum: toJsonInteger(sum) })),
  }
}

async function held(db: Queryable): Promise<BooksOverview['held']> {
  const { rows } = await db.query<{ flow: string; holds: number; value: bigint }>(
    `select flow, count(*)::int as holds, sum(held) as value from hold where held > 0 group by flow order by flow`,
  )
  return rows.map(({ flow, holds, value }) => ({
    flow,
    unit: holdFlow(flow).unit,
    holds,
    value: toJsonInteger(value),
  }))
}

function frozenOf({ frozen }: Books): BooksOverview['frozen'] {
  if (!frozen) return null
  const { since, faults, found } = frozen
  return { since: since.toISOString(), faults, found: [...found] }
}

/** The books at a glance. */
export async function booksOverview(db: Queryable, now: Date): Promise<BooksOverview> {
  const [{ count, accounts }, platform, holds, [proof], { state }] = await Promise.all([
    customers(db),
    platformSums(db, now),
    held(db),
    proofsBefore(db, NEWEST, 1),
    load(db, books, BOOKS_ID),
  ])
  const own = platform.map(({ account, unit, sum }) => ({
    kind: kindOf(account) as Kind,
    unit: unit as Unit,
    sum: toJsonInteger(sum),
  }))
  return {
    accounts: [...accounts, ...own],
    customers: count,
    held: holds,
    proof: proof ? toProof(proof) : null,
    frozen: frozenOf(state),
    version: state.version,
    generated_at: now.toISOString(),
  }
}

/** The head of the last proof that found no difference. */
export async function publishedHead(db: Queryable) {
  const { whole } = (await load(db, books, BOOKS_ID)).state
  if (!whole) return null
  const { head, at } = whole
  return { transfers: toJsonInteger(head.transfers), hash: head.hash, at: at.toISOString() }
}
