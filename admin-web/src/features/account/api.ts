import { supportHttp as http, type SupportedAccount } from '@talad/proto/http/identity/support'
import { call } from '@talad/ui/client/call'
import { act } from '@talad/ui/session/step-up'
import { queryOptions } from '@tanstack/react-query'
import type { ListSource } from '../../ui/data-table/column.ts'

/** Begins the keys of everything that is read of accounts. */
export const ACCOUNTS = 'accounts'

export const accountSource: ListSource<SupportedAccount> = {
  key: ACCOUNTS,
  async read({ search: { account, ph, wl } }, signal) {
    const [asked] = [{ id: account }, { ph }, { wl }].filter((one) => Object.values(one)[0] !== undefined)
    // nobody is listed without having been asked for (ID-42)
    if (!asked) return { rows: [], next: undefined, total: undefined }
    const { list } = await call(http.findAccounts, { query: asked }, { signal })
    return { rows: list, next: undefined, total: list.length }
  },
}

/** null: there is no such account */
export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: [ACCOUNTS, 'one', id],
    queryFn: async ({ signal }) =>
      (await call(http.findAccounts, { query: { id } }, { signal })).list[0] ?? null,
    refetchOnWindowFocus: false,
  })

/** What support does to an account; `key` makes it once. */
export type Deed =
  | { kind: 'merge'; other: string }
  | { kind: 'split'; mergeId: string }
  | { kind: 'unlink'; identityId: string }

export function decideOn(account_id: string, deed: Deed, note: string, idempotencyKey: string) {
  const params = { account_id }
  const about = { idempotencyKey }
  switch (deed.kind) {
    case 'merge':
      return act(http.adminMergeAccounts, { params, body: { other_account_id: deed.other, note } }, about)
    case 'split':
      return act(http.adminSplitAccount, { params, body: { merge_id: deed.mergeId, note } }, about)
    case 'unlink':
      return act(http.adminUnlinkIdentity, { params, body: { identity_id: deed.identityId, note } }, about)
  }
}
