import type { SupportedAccount } from '@talad/proto/http/identity/support'
import type { Column, Filter } from '../../ui/data-table/column.ts'
import { Moment } from '../../ui/moment.tsx'

/** By which providers somebody signs in, each once. */
export const waysOf = ({ identities }: SupportedAccount): string =>
  [...new Set(identities.map(({ identity_provider }) => identity_provider))].join(', ') || '–'

export const accountColumns: readonly Column<SupportedAccount>[] = [
  { key: 'id', title: 'account.one', cell: ({ account_id }) => account_id },
  { key: 'customer', title: 'col.customer', cell: ({ customer_id }) => customer_id ?? '–' },
  { key: 'ways', title: 'account.ways', cell: waysOf },
  { key: 'created', title: 'account.created', cell: ({ created }) => <Moment at={created} /> },
]

export const accountFilters: readonly Filter[] = [
  { kind: 'text', key: 'account', label: 'account.byId' },
  { kind: 'text', key: 'ph', label: 'account.byPhone' },
  { kind: 'text', key: 'wl', label: 'account.byWallet' },
]
