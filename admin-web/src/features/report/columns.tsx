import type { SettlementRow } from '@talad/proto/http/ledger/reports'
import { bahtOfPoints, formatSum } from '@talad/ui/format/money'
import { type TextKey, useText } from '../../i18n/index.ts'
import type { Column, Filter } from '../../ui/data-table/column.ts'
import { Moment } from '../../ui/moment.tsx'
import { type BalanceRow, thisMonth, yesterday } from './api.ts'

function money<Row>(key: string, title: TextKey, of: (row: Row) => number): Column<Row> {
  return {
    key,
    title,
    amount: true,
    cell: (row) => formatSum(of(row)),
    csv: (row) => bahtOfPoints(of(row)),
  }
}

function words<Row>(
  key: string,
  title: TextKey,
  of: (row: Row) => string,
  usuallyHidden = false,
): Column<Row> {
  return { key, title, usuallyHidden, cell: (row) => of(row) || '–', csv: of }
}

export const balanceColumns: readonly Column<BalanceRow>[] = [
  words('customer', 'col.customer', ({ customer_id }) => customer_id),
  money('balance', 'balances.balance', ({ balance }) => balance),
  money('locked', 'balances.locked', ({ balance_locked }) => balance_locked),
  money('spendable', 'balances.spendable', ({ balance_spendable }) => balance_spendable),
]

/** @returns made anew for each page: another day may have begun */
export function balanceFilters(): readonly Filter[] {
  return [
    { kind: 'day', key: 'day', label: 'balances.day', usual: yesterday() },
    {
      kind: 'choice',
      key: 'unit',
      label: 'balances.unit',
      all: 'unit.ft_thb',
      options: [{ value: 'pt_thb', label: 'unit.pt_thb' }],
    },
  ]
}

/** LG-15, LG-18 */
function KindName({ kind }: Pick<SettlementRow, 'kind'>) {
  const { t } = useText()
  return t(kind === 'reversal' ? 'settlements.reversal' : 'settlements.settlement')
}

const royaltyOf = ({ royalties }: SettlementRow) => royalties.reduce((sum, { value }) => sum + value, 0)

export const settlementColumns: readonly Column<SettlementRow>[] = [
  words('id', 'col.purchase', ({ shipping_id }) => shipping_id),
  {
    key: 'completed',
    title: 'settlements.completed',
    cell: ({ completed }) => <Moment at={completed} />,
    csv: ({ completed }) => completed,
  },
  {
    key: 'kind',
    title: 'settlements.kind',
    cell: ({ kind }) => <KindName kind={kind} />,
    csv: ({ kind }) => kind,
  },
  money('gross', 'settlements.gross', ({ gross }) => gross),
  money('fee', 'settlements.fee', ({ service_fee }) => service_fee),
  money('vat', 'settlements.vat', ({ vat }) => vat),
  money('royalty', 'settlements.royalty', royaltyOf),
  money('net', 'settlements.net', ({ net }) => net),
  words('seller', 'col.seller', ({ seller_customer_id }) => seller_customer_id),
  words('buyer', 'col.buyer', ({ buyer_customer_id }) => buyer_customer_id, true),
  words('order', 'filter.order', ({ order_hash }) => order_hash, true),
  words(
    'asset',
    'shipping.asset',
    ({ asset }) => `${asset.address} #${asset.token_id} × ${asset.amount}`,
    true,
  ),
  words('ref', 'col.reference', ({ provider_ref_id }) => provider_ref_id ?? '', true),
  words('tx', 'filter.tx', ({ tx_hash }) => tx_hash, true),
]

export function settlementFilters(): readonly Filter[] {
  return [{ kind: 'month', key: 'month', label: 'settlements.month', usual: thisMonth() }]
}
