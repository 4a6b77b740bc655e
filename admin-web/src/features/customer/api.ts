import { listAssets } from '@talad/proto/http/asset-indexer/assets'
import { bankWithdrawalAdminHttp as bank } from '@talad/proto/http/bank-withdrawal/admin'
import { findPersons, type LookedUpPerson } from '@talad/proto/http/identity/person-lookup'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { customerAdminHttp } from '@talad/proto/http/moderation/customer-admin'
import { flaggingAdminHttp } from '@talad/proto/http/moderation/flagging-admin'
import { shippingAdminHttp as shipping } from '@talad/proto/http/shipping-payment/shipping-admin'
import type { AdminShipping, AdminTopup } from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import type { Asked } from './asked.ts'

/** Begins the keys of everything that is read of one customer. */
export const CUSTOMER = 'customer'
/** What a page shows of each kind; the desks have the rest. */
const SHOWN = 5
const FOUND = 20
const ITEMS = 5

/** ID-42: each look at a person is a line of the audit log, so it is made when somebody asks and not by itself. */
const byHand = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: false } as const

type PersonsBy = { ph: string } | { nm: string } | { id: string }

export const personsQuery = (by: PersonsBy) =>
  queryOptions({
    queryKey: [CUSTOMER, 'persons', by],
    queryFn: async ({ signal }) => (await call(findPersons, { query: by }, { signal })).list,
    ...byHand,
  })

/** AW-15: in full, for a reason that the audit log keeps. */
export const revealed = async (customer: string, note: string): Promise<LookedUpPerson | undefined> => {
  const query = { id: customer, reveal: '1' as const, note }
  return (await call(findPersons, { query })).list[0]
}

/** A purchase or card payment that somebody may mean. */
export type Meant = {
  id: string
  kind: 'purchase' | 'card'
  shipping: string
  customer: string
  value: number
  status: AdminShipping['status'] | AdminTopup['status']
  created: string
}

type ByValue = { value: number } | { ad: string; ti: string; bc: string }

async function purchasesBy(by: ByValue, signal: AbortSignal): Promise<Meant[]> {
  const { list } = await call(shipping.adminShippingList, { query: { ...by, ps: FOUND } }, { signal })
  return list.map(({ _id, buyer_customer_id, credit, status, created }) => ({
    id: _id,
    kind: 'purchase' as const,
    shipping: _id,
    customer: buyer_customer_id,
    value: credit.value,
    status,
    created,
  }))
}

async function cardsOf(value: number, signal: AbortSignal): Promise<Meant[]> {
  const { list } = await call(shipping.adminTopupList, { query: { value, ps: FOUND } }, { signal })
  return list.map(({ _id, shipping_id, customer_id, value: paid, mismatch, status, created }) => ({
    id: _id,
    kind: 'card' as const,
    shipping: shipping_id,
    customer: customer_id,
    value: mismatch?.received_value ?? paid,
    status,
    created,
  }))
}

const newest = (found: readonly Meant[]) => found.toSorted((a, b) => b.created.localeCompare(a.created))

/** What was paid of exactly this amount, or with a card that was charged it. */
export const amountQuery = (value: number) =>
  queryOptions({
    queryKey: [CUSTOMER, 'amount', value],
    queryFn: async ({ signal }) =>
      newest((await Promise.all([purchasesBy({ value }, signal), cardsOf(value, signal)])).flat()),
  })

/** What was bought of the items that are called so. */
export const itemQuery = (words: string) =>
  queryOptions({
    queryKey: [CUSTOMER, 'item', words],
    queryFn: async ({ signal }) => {
      const { list } = await call(listAssets, { query: { q: words, ps: ITEMS } }, { signal })
      const bought = list.map(({ contract, token }) =>
        purchasesBy({ bc: contract.blockchain, ad: contract.address, ti: token.id }, signal),
      )
      return newest((await Promise.all(bought)).flat())
    },
  })

const LAST = { ps: SHOWN, pi: 0 } as const

/** Whose bank account ends so, or has this number. */
export const accountQuery = (digits: string) =>
  queryOptions({
    queryKey: [CUSTOMER, 'account', digits],
    queryFn: async ({ signal }) => {
      const query = { q: digits, st: 'all' as const, ps: FOUND }
      return (await call(bank.adminBankRequests, { query }, { signal })).list
    },
  })

const about = <T>(what: string, customer: string, read: (signal: AbortSignal) => Promise<T>) =>
  queryOptions({ queryKey: [CUSTOMER, what, customer], queryFn: ({ signal }) => read(signal) })

export const balancesOf = (customer: string) =>
  about(
    'balances',
    customer,
    async (signal) =>
      (await call(ledgerHttp.adminCreditBalances, { params: { customer_id: customer } }, { signal })).list,
  )
export const purchasesOf = (customer: string) =>
  about(
    'purchases',
    customer,
    async (signal) =>
      (await call(shipping.adminShippingList, { query: { customer, ...LAST } }, { signal })).list,
  )
export const cardPaymentsOf = (customer: string) =>
  about(
    'cards',
    customer,
    async (signal) =>
      (await call(shipping.adminTopupList, { query: { customer, ...LAST } }, { signal })).list,
  )
export const payoutsOf = (customer: string) =>
  about(
    'payouts',
    customer,
    async (signal) =>
      (await call(bank.adminWithdrawals, { query: { q: customer, st: 'all', ...LAST } }, { signal })).list,
  )
export const bankAccountsOf = (customer: string) =>
  about(
    'accounts',
    customer,
    async (signal) =>
      (await call(bank.adminBankRequests, { query: { q: customer, st: 'all', ...LAST } }, { signal })).list,
  )
export const reportsOf = (customer: string) =>
  about(
    'reports',
    customer,
    async (signal) =>
      (
        await call(
          flaggingAdminHttp.listFlagCases,
          { query: { rp: customer, st: 'all', ...LAST } },
          { signal },
        )
      ).list,
  )

export const notesOf = (customer: string) =>
  queryOptions({
    queryKey: [CUSTOMER, 'notes', customer],
    queryFn: async ({ signal }) =>
      (await call(customerAdminHttp.listCustomerNotes, { params: { customer_id: customer } }, { signal }))
        .list,
    ...byHand,
  })

export const addNote = (customer: string, text: string, key: string) =>
  call(customerAdminHttp.addCustomerNote, { body: { customer_id: customer, text } }, { idempotencyKey: key })

export const noteText = customerAdminHttp.addCustomerNote.body

/** What a look-up of a text asks of identity; undefined: nothing. */
export function personsBy(asked: readonly Asked[]): PersonsBy | undefined {
  for (const one of asked) {
    if (one.kind === 'phone') return { ph: one.phone }
    if (one.kind === 'customer') return { id: one.id }
    if (one.kind === 'words') return { nm: one.words }
  }
  return undefined
}
