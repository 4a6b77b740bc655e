import { createClient } from '@talad/proto/http/client'
import { accountChecksHttp as http } from '@talad/proto/http/identity/account-checks'
import type { IdentityLink } from '@talad/proto/http/identity/accounts'
import type { Pattern } from '@talad/proto/http/identity/verified-fields'
import type { Platform } from '@talad/shared/platform'
import { Rejection } from '@talad/shared/rejection'

/** What identity knows of people; each throws Rejection UNAVAILABLE where it is away. */
export type Identity = {
  /** ID-33: the account that one is now, which may have become a part of it; undefined: there is none */
  living(accountId: string): Promise<string | undefined>
  /** CA-3: those of the patterns that mean an account, by their number: what is verified of it stays there */
  matching(accountId: string, patterns: readonly Pattern[]): Promise<readonly number[]>
  /** CA-3, ID-33: the one account that a pattern means; undefined: nobody, or several */
  meant(pattern: Pattern): Promise<string | undefined>
  /** masked, of accounts that are there */
  linksOf(accountIds: readonly string[]): Promise<IdentityLink[]>
}

type Options = { url: string; internalToken: string; timeoutMs: number; log: Pick<Platform['log'], 'warn'> }

export function makeIdentity({ url, internalToken, timeoutMs, log }: Options): Identity {
  const call = createClient({ baseUrl: url, timeoutMs })
  const headers = { 'x-internal-token': internalToken }
  const away = (err: unknown): never => {
    log.warn({ err }, 'identity can not be asked')
    throw new Rejection('UNAVAILABLE')
  }
  const match = (account_id: string, patterns: readonly Pattern[]) =>
    call(http.matchAccount, { body: { account_id, patterns: [...patterns] } }, { headers }).catch(away)
  return {
    living: async (accountId) => (await match(accountId, [])).account_id ?? undefined,
    matching: async (accountId, patterns) => (await match(accountId, patterns)).matching,
    meant: async (pattern) =>
      (await call(http.accountMeant, { body: { pattern } }, { headers }).catch(away)).account_id ?? undefined,
    linksOf: async (accountIds) =>
      (await call(http.accountLinks, { body: { account_ids: [...accountIds] } }, { headers }).catch(away))
        .links,
  }
}
