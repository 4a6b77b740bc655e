import type { CreditBalance, CreditFlow, ledgerHttp } from '@talad/proto/http/ledger'
import { decodeCursor, encodeCursor } from '@talad/shared/http/cursor'
import { toJsonInteger } from '@talad/shared/money'
import type { z } from 'zod'
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts'
import type { Unit } from './commands.ts'

const UNITS = ['pt_thb', 'ft_thb'] as const

/** LG-10: always both units, zeros included. */
export async function balancesOf(prisma: PrismaClient, customerId: string): Promise<CreditBalance[]> {
  const rows = await prisma.account.findMany({ where: { customer_id: customerId } })
  return UNITS.map((unit) => {
    const row = rows.find((one) => one.unit === unit)
    const balance = row?.balance ?? 0n
    const locked = row?.balance_locked ?? 0n
    return {
      customer_id: customerId,
      unit,
      balance: toJsonInteger(balance),
      balance_locked: toJsonInteger(locked),
      balance_spendable: toJsonInteger(balance - locked), // LG-4
    }
  })
}

type FlowRow = Awaited<ReturnType<PrismaClient['flow']['findMany']>>[number]

/** GW-12: an object id made of the flow's number. */
function flowId(id: bigint): string {
  return id.toString(16).padStart(24, '0')
}

function toFlow(row: FlowRow): CreditFlow {
  const related = row.flow_event === 'topup' ? { topup_id: row.related_id } : { shipping_id: row.related_id }
  return {
    _id: flowId(row.id),
    customer_id: row.account,
    unit: row.unit as Unit,
    flow_type: row.flow_type as CreditFlow['flow_type'],
    flow_event: row.flow_event as CreditFlow['flow_event'],
    value: toJsonInteger(row.value),
    vat: toJsonInteger(row.vat),
    net_value: toJsonInteger(row.net_value),
    balance_after: toJsonInteger(row.balance_after ?? 0n),
    locked_after: toJsonInteger(row.locked_after ?? 0n),
    ...related,
    created: row.at.toISOString(),
  }
}

type HistoryQuery = z.output<NonNullable<typeof ledgerHttp.creditHistory.query>>

/** What the query leaves of a customer's flows. */
function filterOf({ unit, ty, ev, from, to }: HistoryQuery): Prisma.flowWhereInput {
  const at = { ...(from && { gte: new Date(from) }), ...(to && { lt: new Date(to) }) }
  return {
    ...(unit && { unit }),
    ...(ty && { flow_type: { in: ty } }),
    ...(ev && { flow_event: { in: ev } }),
    ...((from || to) && { at }),
  }
}

/**
 * LG-11: a customer's own flows, newest first, locks shown.
 * @throws Rejection BAD_CURSOR
 */
export async function historyOf(
  prisma: PrismaClient,
  customerId: string,
  query: HistoryQuery,
): Promise<{ list: CreditFlow[]; nextCursor: string | null }> {
  const before = query.cs === undefined ? undefined : decodeCursor(query.cs).sortKey
  const rows = await prisma.flow.findMany({
    where: {
      account: customerId,
      ...filterOf(query),
      ...(before === undefined ? {} : { id: { lt: before } }),
    },
    orderBy: { id: 'desc' },
    take: query.lm + 1,
  })
  const shown = rows.slice(0, query.lm)
  const last = shown.at(-1)
  const more = rows.length > query.lm && last !== undefined
  return {
    list: shown.map(toFlow),
    nextCursor: more ? encodeCursor({ sortKey: last.id, id: flowId(last.id) }) : null,
  }
}
