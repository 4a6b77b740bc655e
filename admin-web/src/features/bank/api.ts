import { bankWithdrawalAdminHttp as http } from '@talad/proto/http/bank-withdrawal/admin'
import {
  decision,
  paidBy,
  type QueuedBankRequest,
  type QueuedWithdrawal,
  queueQuery,
  refusal,
} from '@talad/proto/http/bank-withdrawal/admin-shapes'
import { call } from '@talad/ui/client/call'
import { act } from '@talad/ui/session/step-up'
import { queryOptions } from '@tanstack/react-query'
import { fromIndexed, indexOf, oneOf } from '../../lib/pages.ts'
import type { TableSearch } from '../../lib/table-search.ts'
import type { ListSource } from '../../ui/data-table/column.ts'

/** Begin the keys of everything that is read of the two queues. */
export const WITHDRAWALS = 'withdrawals'
export const BANK_REQUESTS = 'bank-requests'

const states = queueQuery.shape.st.unwrap().options

function queue(search: TableSearch, at: string | undefined, size: number) {
  return { st: oneOf(states, search.st), q: search.q ?? search.customer, ps: size, pi: indexOf(at) }
}

/** AW-5: oldest first, as the service answers. */
export const withdrawalSource: ListSource<QueuedWithdrawal> = {
  key: WITHDRAWALS,
  read: async ({ search, at, size }, signal) =>
    fromIndexed(await call(http.adminWithdrawals, { query: queue(search, at, size) }, { signal })),
}

export const bankRequestSource: ListSource<QueuedBankRequest> = {
  key: BANK_REQUESTS,
  read: async ({ search, at, size }, signal) =>
    fromIndexed(await call(http.adminBankRequests, { query: queue(search, at, size) }, { signal })),
}

const one = (id: string) => ({ q: id, st: 'all' as const, ps: 1 })

/** AW-15: one of the queue as everybody at the desk sees it, masked. */
export const maskedWithdrawal = (id: string) =>
  queryOptions({
    queryKey: [WITHDRAWALS, 'masked', id],
    queryFn: async ({ signal }) =>
      (await call(http.adminWithdrawals, { query: one(id) }, { signal })).list[0] ?? null,
  })

export const maskedBankRequest = (id: string) =>
  queryOptions({
    queryKey: [BANK_REQUESTS, 'masked', id],
    queryFn: async ({ signal }) =>
      (await call(http.adminBankRequests, { query: one(id) }, { signal })).list[0] ?? null,
  })

/** AW-15: all of it; each read is a line of the audit log, so it is read when somebody asks and not by itself. */
const byHand = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: false } as const

export const withdrawalCaseQuery = (id: string) =>
  queryOptions({
    queryKey: [WITHDRAWALS, 'case', id],
    queryFn: async ({ signal }) =>
      (await call(http.adminWithdrawal, { params: { request_id: id } }, { signal })).request,
    ...byHand,
  })

export const bankRequestCaseQuery = (id: string) =>
  queryOptions({
    queryKey: [BANK_REQUESTS, 'case', id],
    queryFn: async ({ signal }) =>
      (await call(http.adminBankRequest, { params: { request_id: id } }, { signal })).request,
    ...byHand,
  })

/** BW-16: what the provider has of a withdrawal that is with it; asked anew each time that somebody looks. */
export const payoutTransfersQuery = (id: string) =>
  queryOptions({
    queryKey: [WITHDRAWALS, 'transfers', id],
    queryFn: async ({ signal }) =>
      (await call(http.adminPayoutTransfers, { params: { request_id: id } }, { signal })).list,
    staleTime: 0,
  })

/** What lies at the payout provider: read again while somebody decides. */
export const payoutStateQuery = queryOptions({
  queryKey: ['payout-state'],
  queryFn: ({ signal }) => call(http.adminPayoutState, {}, { signal }),
  refetchInterval: 30_000,
})

type Claim = { take: (id: string) => Promise<unknown>; release: (id: string) => Promise<unknown> }

/** AW-5: tells the others for 10 minutes that one looks at it, and that one no longer does. */
export const claims: Record<typeof WITHDRAWALS | typeof BANK_REQUESTS, Claim> = {
  [WITHDRAWALS]: {
    take: (id) => call(http.adminClaimWithdrawal, { body: { request_id: id } }),
    release: (id) => call(http.adminReleaseWithdrawal, { body: { request_id: id } }),
  },
  [BANK_REQUESTS]: {
    take: (id) => call(http.adminClaimBankRequest, { body: { request_id: id } }),
    release: (id) => call(http.adminReleaseBankRequest, { body: { request_id: id } }),
  },
}

/** What is typed: reasons for colleagues, and the one that the customer reads. AW-3: none is empty. */
export const noteForColleagues = decision.shape.note.unwrap().min(1)
export const reasonForCustomer = refusal.shape.reason
export const noteOnPayout = paidBy.shape.note

type Decided = { id: string; version: number; key: string }
const bodyOf = ({ id, version }: Decided) => ({ request_id: id, version })
/** The same key for each try of one decision: it is made once. */
const once = ({ key }: Decided) => ({ idempotencyKey: key })

export const approveWithdrawal = (given: Decided & { note: string }) =>
  act(http.adminApproveWithdrawal, { body: { ...bodyOf(given), note: given.note } }, once(given))

export const confirmWithdrawal = (given: Decided & { note: string }) =>
  act(http.adminConfirmWithdrawal, { body: { ...bodyOf(given), note: given.note } }, once(given))

export const rejectWithdrawal = (given: Decided & { reason: string }) =>
  act(http.adminRejectWithdrawal, { body: { ...bodyOf(given), reason: given.reason } }, once(given))

export const endAsPaid = (given: Decided & { note: string; transferId: string }) =>
  act(
    http.adminWithdrawalPaid,
    { body: { ...bodyOf(given), note: given.note, transfer_id: given.transferId } },
    once(given),
  )

export const giveBackWithdrawal = (given: Decided & { reason: string }) =>
  act(http.adminGiveBackWithdrawal, { body: { ...bodyOf(given), reason: given.reason } }, once(given))

export const takeBackPayout = (given: Decided & { reason: string }) =>
  act(http.adminWithdrawalReturned, { body: { ...bodyOf(given), reason: given.reason } }, once(given))

export const approveBankRequest = (given: Decided & { note: string }) =>
  act(http.adminApproveBankRequest, { body: { ...bodyOf(given), note: given.note } }, once(given))

export const rejectBankRequest = (given: Decided & { reason: string }) =>
  act(http.adminRejectBankRequest, { body: { ...bodyOf(given), reason: given.reason } }, once(given))

/** How many wait, and since when the first of them. */
const waiting = (page: { total: number | null; list: readonly { created: string }[] }) => ({
  count: page.total ?? page.list.length,
  oldest: page.list[0]?.created ?? null,
})

export const waitingWithdrawals = queryOptions({
  queryKey: [WITHDRAWALS, 'waiting'],
  queryFn: async ({ signal }) => waiting(await call(http.adminWithdrawals, { query: { ps: 1 } }, { signal })),
})

export const waitingBankRequests = queryOptions({
  queryKey: [BANK_REQUESTS, 'waiting'],
  queryFn: async ({ signal }) =>
    waiting(await call(http.adminBankRequests, { query: { ps: 1 } }, { signal })),
})
