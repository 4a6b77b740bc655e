/** Wallet requests: a signature or a transaction that a person approves or rejects. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { openTable } from '../journal.ts'
import { notFound, refusal } from '../refusal.ts'
import type { People } from './people.ts'
import type { Outcome } from './rpc.ts'
import type { Decision } from './sessions.ts'
import { type makeTransfers, sign, type Transaction, transactionOf } from './wallet.ts'
import { payloadSchema } from './wallet-payload.ts'

// ID-20: a request is kept 360 s, longer than the client's last poll.
const lifeMs = 360_000

const requestSchema = z.object({
  id: z.string(),
  userId: z.string(),
  payload: payloadSchema,
  status: z.enum(['pending', 'signed', 'sent', 'rejected', 'failed']),
  createdAt: z.string(),
  expiresAt: z.string(),
  signature: z.string().optional(),
  txHash: z.string().optional(),
  error: z.string().optional(),
  /** what came of each transfer */
  transfers: z.array(z.union([z.object({ txHash: z.string() }), z.object({ error: z.string() })])).optional(),
})

type RequestRow = z.infer<typeof requestSchema>

export type WalletRequest = Omit<RequestRow, 'status'> & { status: RequestRow['status'] | 'expired' }

export type Requests = ReturnType<typeof openRequests>

type Deps = {
  context: Context
  people: People
  send: (privateKey: string, transaction: Transaction) => Promise<string>
  transfer: ReturnType<typeof makeTransfers>
  outcome: Outcome
}

export function openRequests({ context, people, send, transfer, outcome }: Deps) {
  const { now, log } = context
  const table = openTable(context.journal, 'request', requestSchema)
  const underWay = new Map<string, Promise<WalletRequest>>()

  const seen = (row: RequestRow): WalletRequest =>
    row.status === 'pending' && now() >= new Date(row.expiresAt) ? { ...row, status: 'expired' } : row

  const byReference = (userId: string, reference: string) =>
    table
      .all()
      .find(
        (row) =>
          row.userId === userId && row.payload.kind === 'transfers' && row.payload.reference === reference,
      )

  /** @throws 404 for an unknown id */
  function demand(id: string): WalletRequest {
    const row = table.get(id)
    if (!row) throw notFound('request')
    return seen(row)
  }

  async function carryOut(id: string): Promise<WalletRequest> {
    const { status: _pending, ...request } = demand(id)
    const { privateKey } = people.demand(request.userId)
    try {
      const transaction = transactionOf(request.payload)
      if (request.payload.kind === 'transfers') {
        const transfers = await transfer(privateKey, request.payload)
        const isSent = transfers.some((one) => 'txHash' in one)
        table.put({ ...request, status: isSent ? 'sent' : 'failed', transfers })
      } else if (transaction)
        table.put({ ...request, status: 'sent', txHash: await send(privateKey, transaction) })
      else table.put({ ...request, status: 'signed', signature: await sign(privateKey, request.payload) })
    } catch (error) {
      table.put({
        ...request,
        status: 'failed',
        error: error instanceof Error ? error.message : String(error),
      })
    }
    return demand(id)
  }

  /** @throws 404 for an unknown id, 409 when it is no longer pending */
  async function decide(id: string, decision: Decision): Promise<WalletRequest> {
    const { status, ...request } = demand(id)
    // A second press of Approve while the first is being carried out is the same approval.
    const running = underWay.get(id)
    if (running) return running
    if (status !== 'pending') throw refusal(409, 'not_pending', `The request is ${status}`)
    if (decision === 'reject') {
      table.put({ ...request, status: 'rejected' })
      return demand(id)
    }
    const work = carryOut(id).finally(() => underWay.delete(id))
    underWay.set(id, work)
    return work
  }

  return {
    demand,
    decide,
    all: () => table.all().map(seen),
    /** How each transfer of a request stands on the chain. */
    async outcomes({ transfers }: WalletRequest) {
      return Promise.all(
        (transfers ?? []).map(async (one) =>
          'txHash' in one
            ? { status: await outcome(one.txHash), txHash: one.txHash }
            : { status: 'failed' as const },
        ),
      )
    },
    /** Opens a request of a known person; it is carried out in the background when they approve everything. */
    open(userId: string, payload: RequestRow['payload']): WalletRequest {
      const person = people.demand(userId)
      const former = payload.kind === 'transfers' ? byReference(person.id, payload.reference) : undefined
      if (former) return seen(former)
      const createdAt = now()
      const row: RequestRow = {
        id: randomUUID(),
        userId: person.id,
        payload,
        status: 'pending',
        createdAt: createdAt.toISOString(),
        expiresAt: new Date(createdAt.getTime() + lifeMs).toISOString(),
      }
      table.put(row)
      if (person.autoApprove) decide(row.id, 'approve').catch((error) => log(`approval: ${String(error)}`))
      return row
    },
  }
}
