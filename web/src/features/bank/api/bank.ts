import { bankWithdrawalHttp } from '@talad/proto/http/bank-withdrawal/withdrawals'
import { call } from '@talad/ui/client/call'
import { refetch } from '@talad/ui/client/query'
import { act } from '@talad/ui/session/step-up'
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'
import { type BankForm, bankInput } from '../bank-form.ts'

/** What an admin or the bank decides is looked for this often, besides the live events. */
const OPEN_REFETCH_MS = 30_000

/** The person's bank accounts, the newest first. */
export function bankAccountsQuery(account: string) {
  return queryOptions({
    queryKey: [keys.bankAccounts, account],
    queryFn: async ({ signal }) => (await call(bankWithdrawalHttp.bankAccounts, {}, { signal })).list,
  })
}

const page = (cursor: string | undefined) => (cursor === undefined ? {} : { query: { cs: cursor } })

/** Requests for bank accounts, the newest first. */
export function bankRequestsQuery(account: string) {
  return infiniteQueryOptions({
    queryKey: [keys.bankRequests, account],
    queryFn: ({ signal, pageParam }) => call(bankWithdrawalHttp.bankRequests, page(pageParam), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: OPEN_REFETCH_MS,
  })
}

/** Withdrawals, the newest first. */
export function withdrawalsQuery(account: string) {
  return infiniteQueryOptions({
    queryKey: [keys.withdrawals, account],
    queryFn: ({ signal, pageParam }) => call(bankWithdrawalHttp.withdrawals, page(pageParam), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: OPEN_REFETCH_MS,
  })
}

const readBanksAgain = () => refetch(keys.bankAccounts, keys.bankRequests)
const readMoneyAgain = () => refetch(keys.withdrawals, keys.balances, keys.credit)

/** Asks for a bank account to be added (BW-1). */
export function useRequestBankAccount() {
  return useMutation({
    mutationFn: ({ form, key }: { form: BankForm; key: string }) =>
      act(
        bankWithdrawalHttp.requestBankAccount,
        { body: { bank_account_data: bankInput(form) } },
        { idempotencyKey: key },
      ),
    onSuccess: readBanksAgain,
  })
}

/** Takes a request back, or puts a rejected one away (BW-1). */
export function useDeleteBankRequest() {
  return useMutation({
    mutationFn: (id: string) => call(bankWithdrawalHttp.deleteBankRequest, { query: { request_id: id } }),
    onSettled: readBanksAgain,
  })
}

export function useDeleteBankAccount() {
  return useMutation({
    mutationFn: (id: string) =>
      call(bankWithdrawalHttp.deleteBankAccount, { query: { bank_account_id: id } }),
    onSettled: readBanksAgain,
  })
}

export type WithdrawalWish = { bankAccountId: string; value: bigint; key: string }

/** Asks for money to be paid out; asked again with the same key it is one withdrawal (BW-12). */
export function useRequestWithdrawal() {
  return useMutation({
    mutationFn: ({ bankAccountId, value, key }: WithdrawalWish) =>
      act(
        bankWithdrawalHttp.requestWithdrawal,
        { body: { bank_account_id: bankAccountId, value: Number(value) } },
        { idempotencyKey: key },
      ),
    onSettled: readMoneyAgain,
  })
}

/** Takes a pending withdrawal back; its money is free again (BW-10). */
export function useDeleteWithdrawal() {
  return useMutation({
    mutationFn: (id: string) => call(bankWithdrawalHttp.deleteWithdrawal, { query: { request_id: id } }),
    onSettled: readMoneyAgain,
  })
}
