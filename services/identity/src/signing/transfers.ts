import { suspendedOf } from '@talad/market/suspensions'
import { blockchain, decimalString } from '@talad/proto/http/common'
import { lowerAddress, recipientAddress } from '@talad/shared/chain/address'
import { Rejection } from '@talad/shared/rejection'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { mayReturnTo } from '../redirect.ts'
import { signInHosts } from '../session/sign-in-hosts.ts'
import { checkTransfers, statusOfTransfer, type Transfer, worstOf } from './decide-transfers.ts'
import { requireHandovers } from './handover.ts'
import { openRequest, type Signer } from './requests.ts'

/** What a caller asks for. */
export type Asked = {
  from: string
  transfers: readonly Transfer[]
  redirectUrl?: string | undefined
  /** ID-16: `web` when absent */
  redirectUrlType?: 'web' | 'liff' | 'app' | undefined
}

const kept = z.array(
  z.object({
    blockchain,
    contractAddress: z.string(),
    tokenId: decimalString,
    amount: decimalString,
    to: z.string(),
  }),
)

/** MO-7: what is suspended isn't sent on from here. @throws Rejection ASSET_SUSPENDED naming the transfer */
async function requireFree({ db }: Pick<Deps, 'db'>, transfers: readonly Transfer[]): Promise<void> {
  const [suspended] = await suspendedOf(db, transfers)
  if (!suspended) return
  throw new Rejection('ASSET_SUSPENDED', { field: `transfers.${transfers.indexOf(suspended)}.tokenId` })
}

/**
 * ID-19: has Join ask its person whether they send these.
 * @param reference names what is asked for: asked again by it, Join asks its person nothing new
 * @throws Rejection INVALID_JOIN_SIGNER, NOT_SIGNABLE, ASSET_SUSPENDED, INVALID_REDIRECT_URL, ITEM_NOT_HELD,
 * INVALID_RECIPIENT, VALIDATION, UNAVAILABLE
 */
export async function openTransfers(deps: Deps, signer: Signer, asked: Asked, reference: string) {
  const { CHAIN_SLUG, SEAPORT_ADDRESS, SIGNING_CONTRACTS } = deps.config
  const from = lowerAddress(asked.from, 'from')
  const transfers = asked.transfers.map((one, at) => ({
    ...one,
    contractAddress: lowerAddress(one.contractAddress, `transfers.${at}.contractAddress`),
    to: recipientAddress(one.to, `transfers.${at}.to`, 'VALIDATION'),
  }))
  const { collections, conduits, zones, tokens } = SIGNING_CONTRACTS
  const keepers = [SEAPORT_ADDRESS, ...conduits, ...zones, ...tokens]
  const rules = { blockchain: CHAIN_SLUG, wallet: signer.wallet, collections, keepers }
  checkTransfers(rules, from, transfers)
  const { redirectUrl, redirectUrlType = 'web' } = asked
  if (redirectUrl !== undefined && !mayReturnTo(redirectUrl, await signInHosts(deps)))
    throw new Rejection('INVALID_REDIRECT_URL', { field: 'redirectUrl' })
  await requireFree(deps, transfers)
  await requireHandovers(deps, from, transfers)
  const back = redirectUrl === undefined ? {} : { redirectUrl, redirectUrlType }
  const items = transfers.map(({ contractAddress: contract, tokenId, amount, to }) => ({
    contract,
    tokenId,
    amount,
    to,
  }))
  const request = { kind: 'transfers', reference, from, transfers: items, ...back } as const
  const { requestId, ...opened } = await openRequest(deps, signer, request, { transfers })
  return { groupId: requestId, ...opened }
}

/** ID-19: how transfers stand. @throws Rejection NOT_FOUND unless they are the caller's own, UNAVAILABLE */
export async function transfersOf(deps: Deps, accountId: string, groupId: string) {
  const found = await deps.db.query<{ transfers: unknown; expires_at: Date }>(
    `select transfers, expires_at from signing_request
     where request_id = $1 and account_id = $2 and kind = 'transfers'`,
    [groupId, accountId],
  )
  const [row] = found.rows
  if (!row) throw new Rejection('NOT_FOUND')
  const answer = await deps.join.request(groupId)
  const about = { expiresAt: row.expires_at, now: deps.now() }
  const transfers = kept.parse(row.transfers).map((transfer, at) => ({
    ...transfer,
    status: statusOfTransfer(answer, at, about),
    txHash: answer?.transfers?.[at]?.txHash ?? null,
  }))
  return {
    groupId,
    status: worstOf(transfers.map(({ status }) => status)),
    expiresAt: row.expires_at.toISOString(),
    transfers,
  }
}
