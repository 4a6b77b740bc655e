import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { shippingAdminHttp } from '@talad/proto/http/shipping-payment/shipping-admin'
import type {
  AdminShipping,
  AdminTopup,
  CardRefund,
} from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import { call } from '@talad/ui/client/call'
import { queryClient } from '@talad/ui/client/query'
import { act } from '@talad/ui/session/step-up'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { beginOfDay, endOfDay } from '../../lib/days.ts'
import { fromIndexed, indexOf, oneOf } from '../../lib/pages.ts'
import { sortOf, type TableSearch } from '../../lib/table-search.ts'
import type { ListSource } from '../../ui/data-table/column.ts'

/** Begins the keys of everything that is read of purchases and card payments. */
export const PURCHASES = 'purchases'
/** How often is looked again while a refund is under way. */
const AGAIN_MS = 1_500
const ORDERED_BY = ['created', 'updated', 'value'] as const

function paged(search: TableSearch, at: string | undefined, size: number, usual: string) {
  const sort = sortOf(search.sort ?? usual)
  return {
    ps: size,
    pi: indexOf(at),
    count: '1' as const,
    sd: sort?.desc ? ('desc' as const) : ('asc' as const),
    sr: oneOf(ORDERED_BY, sort?.key),
    from: beginOfDay(search.from),
    to: endOfDay(search.to),
  }
}

const flag = (word: string | undefined) => oneOf(['0', '1'], word)

export const shippingSource: ListSource<AdminShipping> = {
  key: PURCHASES,
  async read({ search, at, size }, signal) {
    const { st, pay, fr, customer, order, ref, tx, incident } = search
    const query = {
      ...paged(search, at, size, '-created'),
      st,
      pay,
      fr,
      customer,
      order,
      ref,
      tx,
      incident: flag(incident),
    }
    return fromIndexed(await call(shippingAdminHttp.adminShippingList, { query }, { signal }))
  },
}

const readTopups = async (
  search: TableSearch,
  about: { at: string | undefined; size: number; usual: string; held?: '1' },
  signal: AbortSignal,
) => {
  const { st, fr, customer, shipping, ref, unknown, unreturned } = search
  const query = {
    ...paged(search, about.at, about.size, about.usual),
    st,
    fr,
    customer,
    shipping,
    ref,
    unknown: flag(unknown),
    unreturned: flag(unreturned),
    held: about.held ?? flag(search.held),
  }
  return fromIndexed(await call(shippingAdminHttp.adminTopupList, { query }, { signal }))
}

export const topupSource: ListSource<AdminTopup> = {
  key: PURCHASES,
  read: ({ search, at, size }, signal) => readTopups(search, { at, size, usual: '-created' }, signal),
}

/** SP-18: what the provider took and what was asked differ; the oldest first (AW-5). */
export const mismatchSource: ListSource<AdminTopup> = {
  key: PURCHASES,
  read: ({ search, at, size }, signal) =>
    readTopups(search, { at, size, usual: 'created', held: '1' }, signal),
}

export const refundSource: ListSource<CardRefund> = {
  key: PURCHASES,
  async read({ search, at, size }, signal) {
    const { sr: _none, ...paging } = paged(search, at, size, '-created')
    const newest = search.newest === '1' ? ('1' as const) : undefined
    const query = { ...paging, st: search.st, customer: search.customer, newest }
    return fromIndexed(await call(shippingAdminHttp.adminRefundList, { query }, { signal }))
  },
}

export const shippingQuery = (id: string) =>
  queryOptions({
    queryKey: [PURCHASES, 'shipping', id],
    queryFn: ({ signal }) =>
      call(shippingAdminHttp.adminShippingPick, { params: { shipping_id: id } }, { signal }),
    refetchInterval: ({ state }) =>
      (state.data?.topups.some(({ refund }) => refund?.status === 'refunding') ?? false) && AGAIN_MS,
  })

export const timelineQuery = (id: string) =>
  queryOptions({
    queryKey: [PURCHASES, 'timeline', id],
    queryFn: ({ signal }) =>
      call(shippingAdminHttp.adminShippingTimeline, { params: { shipping_id: id } }, { signal }),
  })

export const topupQuery = (id: string) =>
  queryOptions({
    queryKey: [PURCHASES, 'topup', id],
    queryFn: ({ signal }) => call(shippingAdminHttp.adminTopupPick, { params: { topup_id: id } }, { signal }),
  })

/** One card payment; read again while a refund of it is under way, and the lists with it once that has moved. */
export function useTopup(id: string) {
  const found = useQuery({
    ...topupQuery(id),
    refetchInterval: ({ state }) => state.data?.topup.refund?.status === 'refunding' && AGAIN_MS,
  })
  const refund = found.data?.topup.refund
  const now = found.data && `${refund?._id} ${refund?.status}`
  const before = useRef(now)
  useEffect(() => {
    const isMoved = before.current !== undefined && before.current !== now
    before.current = now
    if (isMoved)
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [first, second] }) => first === PURCHASES && second !== 'topup',
      })
  }, [now])
  return found
}

/** SP-20 */
export const askProvider = (id: string) =>
  call(shippingAdminHttp.adminAskProvider, { params: { topup_id: id } })

/** How much of a customer's points is free, 1/100 baht. */
export const pointsQuery = (customer: string) =>
  queryOptions({
    queryKey: [PURCHASES, 'points', customer],
    queryFn: async ({ signal }) => {
      const params = { customer_id: customer }
      const { list } = await call(ledgerHttp.adminCreditBalances, { params }, { signal })
      return list.find(({ unit }) => unit === 'pt_thb')?.balance_spendable ?? 0
    },
    staleTime: 0,
  })

/** How many purchases wait for a person, and how many card payments are held. */
export const waitingQuery = queryOptions({
  queryKey: [PURCHASES, 'waiting'],
  queryFn: async ({ signal }) => {
    const one = { ps: 1, count: '1' as const, sd: 'asc' as const }
    const [incidents, held, refunds, unreturned] = await Promise.all([
      call(shippingAdminHttp.adminShippingList, { query: { ...one, incident: '1' } }, { signal }),
      call(shippingAdminHttp.adminTopupList, { query: { ...one, held: '1' } }, { signal }),
      call(shippingAdminHttp.adminRefundList, { query: { ...one, st: 'failed', newest: '1' } }, { signal }),
      call(shippingAdminHttp.adminTopupList, { query: { ...one, unreturned: '1' } }, { signal }),
    ])
    const first = (page: { total: number | null; list: readonly { created: string }[] }) => ({
      count: page.total ?? page.list.length,
      oldest: page.list[0]?.created ?? null,
    })
    return {
      incidents: first(incidents),
      held: first(held),
      refunds: first(refunds),
      unreturned: first(unreturned),
    }
  },
})

/** `key`: the same for each try of one decision, so that it is made once. */
export type Decided = { id: string; key: string; note: string; version: number }

export const decideMismatch = ({ id, key, ...body }: Decided & { decision: 'accept' | 'refuse' }) =>
  act(shippingAdminHttp.adminDecideMismatch, { params: { topup_id: id }, body }, { idempotencyKey: key })

export const refundCard = ({ id, key, ...body }: Decided) =>
  act(shippingAdminHttp.adminRefundCard, { params: { topup_id: id }, body }, { idempotencyKey: key })

export const endRefund =
  (end: 'never_sent' | 'sent_back') =>
  ({ id, key, ...body }: Decided) =>
    act(
      shippingAdminHttp.adminEndRefund,
      { params: { topup_id: id }, body: { ...body, end } },
      { idempotencyKey: key },
    )

export const cancelDelivery = ({ id, key, ...body }: Decided) =>
  act(shippingAdminHttp.adminCancelDelivery, { params: { shipping_id: id }, body }, { idempotencyKey: key })

export const decideIncident =
  (decision: 'reverse' | 'close') =>
  ({ id, key, ...body }: Decided) =>
    act(
      shippingAdminHttp.adminDecideIncident,
      { params: { shipping_id: id }, body: { ...body, decision } },
      { idempotencyKey: key },
    )
export const askMoneyAgain = ({ id, key, ...body }: Decided) =>
  act(shippingAdminHttp.adminAskMoneyAgain, { params: { shipping_id: id }, body }, { idempotencyKey: key })
