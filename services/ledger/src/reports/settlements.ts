import type { ledgerReportsHttp, SettlementRow } from '@talad/proto/http/ledger/reports'
import type { Queryable } from '@talad/shared/db'
import { baht, type Cell } from '@talad/shared/http/csv'
import { cursorPage } from '@talad/shared/http/page'
import { bangkokTime, dayOf, monthOf } from '@talad/shared/local-time'
import { toJsonInteger } from '@talad/shared/money'
import { Rejection } from '@talad/shared/rejection'
import type { z } from 'zod'
import { cursorAfter, FILE_PAGE, type Place, placeOf } from './paging.ts'
import { type Line, lineOf, settledBetween } from './settled.ts'

type Asked = z.output<NonNullable<typeof ledgerReportsHttp.settlementByMonth.body>>
type Period = { from: Date; until: Date }

const START: Place = { at: new Date(0), id: '' }

async function* settlements(db: Queryable, period: Period): AsyncGenerator<Line> {
  for (let after = START; ; ) {
    const rows = await settledBetween(db, period, after, FILE_PAGE)
    for (const row of rows) yield lineOf(row)
    const last = rows.at(-1)
    if (!last || rows.length < FILE_PAGE) return
    after = { at: last.at, id: last.shipping_id }
  }
}

type Totals = { shippings: number; gross: bigint; fee: bigint; vat: bigint; royalty: bigint; net: bigint }

/** What the ledger itself says of all settlements of a period, by its accounts alone. */
async function posted(db: Queryable, { from, until }: Period): Promise<{ gross: bigint; vat: bigint }> {
  const { rows } = await db.query<{ gross: bigint; vat: bigint }>({
    name: 'ledger.settled_totals',
    text: `select
        coalesce(sum(value) filter (where account = 'platform:conversion' and flow_type = 'in' and unit = 'pt_thb'), 0)
        - coalesce(sum(value) filter (where account = 'platform:conversion' and flow_type = 'out' and unit = 'pt_thb'), 0)
          as gross,
        coalesce(sum(case flow_type when 'in' then value else -value end) filter (where account = 'platform:vat'), 0) as vat
      from flow where at >= $1 and at < $2 and account in ('platform:conversion', 'platform:vat')
        and flow_event in ('shipping', 'refund')`,
    values: [from, until],
  })
  return rows[0] ?? { gross: 0n, vat: 0n }
}

/**
 * LG-15: all settlements of a period, line by line and in total, against the ledger's legs.
 * @throws Rejection SETTLEMENT_MISMATCH
 */
async function tiedTotals(db: Queryable, period: Period): Promise<Totals> {
  const totals: Totals = { shippings: 0, gross: 0n, fee: 0n, vat: 0n, royalty: 0n, net: 0n }
  for await (const { row, gross, fee, vat, royalty, net } of settlements(db, period)) {
    totals.shippings += row.kind === 'reversal' ? -1 : 1
    totals.gross += gross
    totals.fee += fee
    totals.vat += vat
    totals.royalty += royalty
    totals.net += net
  }
  const of = await posted(db, period)
  if (of.gross !== totals.gross || of.vat !== totals.vat) {
    const told = `the settlements come to ${totals.gross} with VAT ${totals.vat}`
    const what = `the ledger moved ${of.gross} with VAT ${of.vat}, ${told}`
    throw new Rejection('SETTLEMENT_MISMATCH', { details: { what } })
  }
  return totals
}

function toRow({ row, gross, fee, vat, royalties, net }: Line): SettlementRow {
  const { shipping_id, kind, order_id, order_hash, buyer_customer_id, seller_customer_id, tx_hash } = row
  return {
    shipping_id,
    kind,
    completed: row.at.toISOString(),
    order_id,
    order_hash,
    asset: {
      blockchain: row.blockchain,
      address: row.address,
      type: row.contract_type,
      token_id: row.token_id,
      amount: row.amount,
    },
    buyer_customer_id,
    seller_customer_id,
    gross: toJsonInteger(gross),
    service_fee: toJsonInteger(fee),
    vat: toJsonInteger(vat),
    royalties: royalties.map(({ customerId, value }) => ({
      customer_id: customerId === '' ? null : customerId,
      value: toJsonInteger(value),
    })),
    net: toJsonInteger(net),
    provider_ref_id: row.provider_ref_id || null,
    topup_id: row.topup_id || null,
    tx_hash,
  }
}

export type Month = Period & { partial: boolean }

/** The month that is asked for; the current one is partial. @throws Rejection MONTH_NOT_BEGUN */
export function monthAsked({ month_key, timezone }: Pick<Asked, 'month_key' | 'timezone'>, now: Date): Month {
  if (month_key > dayOf(now, timezone).slice(0, 7))
    throw new Rejection('MONTH_NOT_BEGUN', { field: 'month_key' })
  const period = monthOf(month_key, timezone)
  return { ...period, partial: period.until > now }
}

/** LG-15: the settlements of a month, a page of them, and what all come to. @throws Rejection */
export async function settlementReport(db: Queryable, asked: Asked, now: Date) {
  const { month_key, timezone, cs, lm } = asked
  const { partial, ...period } = monthAsked(asked, now)
  const after = cs === undefined ? START : placeOf(cs)
  const totals = await tiedTotals(db, period)
  const found = await settledBetween(db, period, after, lm + 1)
  const { shown, nextCursor } = cursorPage(found, lm, (last) =>
    cursorAfter({ at: last.at, id: last.shipping_id }),
  )
  const { shippings } = totals
  return {
    month_key,
    timezone,
    partial,
    rows: shown.map((row) => toRow(lineOf(row))),
    totals: {
      shippings,
      gross: toJsonInteger(totals.gross),
      service_fee: toJsonInteger(totals.fee),
      vat: toJsonInteger(totals.vat),
      royalty: toJsonInteger(totals.royalty),
      net: toJsonInteger(totals.net),
    },
    nextCursor,
    generated_at: now.toISOString(),
  }
}

export const SETTLEMENT_TITLES = [
  ...[
    'completed_bangkok',
    'kind',
    'shipping_id',
    'order_id',
    'order_hash',
    'blockchain',
    'contract',
    'token_id',
  ],
  ...['amount', 'buyer', 'seller', 'gross', 'service_fee', 'vat', 'royalty', 'royalty_payees', 'net'],
  ...['provider_ref_id', 'topup_id', 'tx_hash', 'month_state'],
]

function cellsOf({ row, gross, fee, vat, royalties, royalty, net }: Line, state: string): Cell[] {
  const payees = royalties.map(({ customerId, value }) => `${customerId || 'platform'}:${baht(value)}`)
  return [
    ...[bangkokTime(row.at), row.kind, row.shipping_id, row.order_id, row.order_hash, row.blockchain],
    ...[row.address, row.token_id, row.amount, row.buyer_customer_id, row.seller_customer_id],
    ...[baht(gross), baht(fee), baht(vat), baht(royalty), payees.join(' '), baht(net)],
    ...[row.provider_ref_id, row.topup_id, row.tx_hash, state],
  ]
}

/** The same report as lines of a file, in baht; its last line is the total. @throws Rejection before the first line */
export async function settlementLines(db: Queryable, { partial, ...period }: Month) {
  const totals = await tiedTotals(db, period)
  const state = partial ? 'partial' : 'whole'
  return (async function* lines(): AsyncGenerator<Cell[]> {
    for await (const line of settlements(db, period)) yield cellsOf(line, state)
    const { gross, fee, vat, royalty, net } = totals
    yield [
      ...['', 'total', String(totals.shippings), ...Array<string>(8).fill('')],
      ...[baht(gross), baht(fee), baht(vat), baht(royalty), '', baht(net), '', '', '', state],
    ]
  })()
}
