import { z } from 'zod'
import { cursor, cursorList, isoTime, limit, points } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { accountKind, unit } from './units.ts'

const service = 'ledger'
const reading = { kind: 'admin', permission: 'report.read' } as const
const refused = ['unauthorized', 'invalid_join_session', 'permission_required']

/** A head of the hash chain: whoever keeps it can tell later whether anything under it was touched. */
const chainHead = z.object({
  transfers: z.int().describe('how many transfers lie under it'),
  hash: z.string().describe('SHA-256, hex'),
  at: isoTime.describe('when it was proved'),
})

/** LG-17: what a proof of the books looked at, and what it found. */
export const bookProof = z.object({
  _id: z.string().describe('number of the proof'),
  started: isoTime.describe('when it began'),
  finished: isoTime.describe('when it ended'),
  transfers: z.int().describe('transfers whose links were computed again'),
  hash: z.string().describe('the head of the hash chain at its end, SHA-256, hex'),
  flows: z.int().describe('flows that those transfers cover'),
  accounts: z.int().describe("customers' accounts whose balances were computed again"),
  holds: z.int().describe('holds whose money was looked for'),
  faults: z.int().describe('how many differences there were; 0: the books are whole'),
  found: z.array(z.string()).describe('the first of them, each in one line'),
})
export type BookProof = z.infer<typeof bookProof>

const freeze = z.object({
  since: isoTime.describe('when the proof that found them ended'),
  faults: z.int().describe('how many differences it found'),
  found: z.array(z.string()).describe('the first of them'),
})

/** The books at a glance. All amounts in 1/100 baht; what goes out of an account of the platform makes it negative. */
export const booksOverview = z.object({
  accounts: z
    .array(
      z.object({
        kind: accountKind.describe('kind of account: of the platform, or of all customers together'),
        unit: unit.describe('pt_thb: points bought by top-up; ft_thb: baht earned by selling'),
        sum: points.describe('Σ in − Σ out'),
      }),
    )
    .describe('every kind of account in each unit (LG-1); each unit sums to zero'),
  customers: z.int().describe('customers with an account'),
  held: z
    .array(
      z.object({
        flow: z.string().describe('what it is held for: a hold of the flow table'),
        unit: unit.describe('pt_thb: points bought by top-up; ft_thb: baht earned by selling'),
        holds: z.int().describe('how many are open'),
        value: points.describe('what they hold together'),
      }),
    )
    .describe('what is put aside for customers now'),
  proof: bookProof.nullable().describe('the last proof; null: there was none yet'),
  frozen: freeze
    .nullable()
    .describe('since when withdrawals are frozen, and why; null: they are not (LG-17)'),
  version: z.int().describe('of the state above, for `POST /books/thaw`'),
  generated_at: isoTime.describe('when this was read'),
})
export type BooksOverview = z.infer<typeof booksOverview>

export const ledgerBooksHttp = {
  books: endpoint({
    name: 'books',
    service,
    method: 'GET',
    auth: reading,
    path: `${base.admin}/books`,
    summary:
      'The books at a glance: every kind of account, what is held, the last proof, whether payouts are frozen',
    status: 200,
    response: booksOverview,
    errors: refused,
  }),
  bookProofs: endpoint({
    name: 'bookProofs',
    service,
    method: 'GET',
    auth: reading,
    path: `${base.admin}/books/proofs`,
    summary: 'The proofs of the books, newest first (LG-17)',
    query: z.object({
      cs: cursor.optional().describe('where the list goes on: nextCursor of the page before'),
      lm: limit(20, 'how many'),
    }),
    status: 200,
    response: cursorList(bookProof),
    errors: [...refused, 'validation', 'bad_cursor'],
  }),
  thawBooks: endpoint({
    name: 'thawBooks',
    service,
    method: 'POST',
    auth: { kind: 'admin', permission: 'withdrawal.decide', fresh: true },
    path: `${base.admin}/books/thaw`,
    summary: 'Lets withdrawals go on after a proof that found no difference (LG-17)',
    body: z.strictObject({
      note: z
        .string()
        .trim()
        .min(1)
        .max(5_000)
        .describe('what was wrong and what was done, for the audit log'),
      version: z.int().min(0).describe('`version` of `GET /books` on which it was decided (AW-4)'),
    }),
    status: 200,
    response: booksOverview,
    errors: [
      ...[...refused, 'reauth_required', 'validation', 'idempotency_mismatch'],
      ...['books_not_frozen', 'proof_required', 'version_conflict'],
    ],
    idempotent: true,
  }),
  booksHead: endpoint({
    name: 'booksHead',
    service,
    method: 'GET',
    auth: { kind: 'visitor' },
    path: `${base.public}/books/head`,
    summary:
      'The head of the hash chain over all movements of money at the last proof that found no difference',
    status: 200,
    response: z.object({ head: chainHead.nullable().describe('null: nothing was proved yet') }),
    cacheable: true,
  }),
}
