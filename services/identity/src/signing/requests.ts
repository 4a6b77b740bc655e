import { type OrderComponents, orderDigest, orderHash, recoverSigner } from '@talad/contracts/seaport'
import { orderTypes } from '@talad/proto/http/order-book/seaport'
import type { Actor } from '@talad/shared/http/auth'
import { Rejection } from '@talad/shared/rejection'
import { DEV_JOIN_ID } from '../account/dev.ts'
import { joinWalletOf } from '../account/store.ts'
import type { Deps } from '../deps.ts'
import type { JoinRequest, WalletRequest } from '../join/client.ts'
import { liveSession } from '../session/refresh.ts'
import { type SigningRules, signingStatus } from './decide.ts'
import type { Transfer } from './decide-transfers.ts'

/** ID-20 */
const LIFE_MS = 360_000

/** A customer whose session is live, and their Join wallet. */
export type Signer = { accountId: string; joinId: string; wallet: string }

/** @throws Rejection SESSION_EXPIRED (ID-11), INVALID_JOIN_SIGNER when Join keeps no wallet for them */
export async function signerOf(deps: Deps, actor: Actor): Promise<Signer> {
  const { accountId, joinId } = await liveSession(deps, actor.sessionId)
  if (joinId === undefined) throw new Rejection('INVALID_JOIN_SESSION')
  const wallet = await joinWalletOf(deps.db, accountId)
  if (wallet === undefined || joinId.startsWith(DEV_JOIN_ID)) throw new Rejection('INVALID_JOIN_SIGNER')
  return { accountId, joinId, wallet }
}

export type OpenedRequest = { requestId: string; webviewUrl: string; expiresAt: string }

/**
 * Asks Join; what was asked and of whom is kept for 360 s.
 * @param about what a signature must be of, or what is to be sent
 * @throws Rejection UNAVAILABLE
 */
export async function openRequest(
  deps: Deps,
  signer: Signer,
  request: WalletRequest,
  about: { digest?: string; transfers?: readonly Transfer[] } = {},
): Promise<OpenedRequest> {
  const opened = await deps.join.openRequest(signer.joinId, request)
  const latest = deps.now().getTime() + LIFE_MS
  const expiresAt = new Date(Math.min(opened.expiresAt.getTime(), latest))
  await deps.db.query(
    `insert into signing_request (request_id, account_id, kind, digest, transfers, wallet, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (request_id) do nothing`,
    [
      ...[opened.requestId, signer.accountId, request.kind, about.digest ?? null],
      ...[about.transfers ? JSON.stringify(about.transfers) : null, signer.wallet, expiresAt],
    ],
  )
  const { requestId, webviewUrl } = opened
  return { requestId, webviewUrl, expiresAt: expiresAt.toISOString() }
}

/** Asks for the signature of an order that passed `checkOrder`. Domain and types are our own, not the caller's. */
export function openOrderRequest(
  deps: Deps,
  signer: Signer,
  { chainId, seaport }: SigningRules,
  message: OrderComponents,
): Promise<OpenedRequest> {
  const { counter, ...order } = message
  const parameters = { ...order, totalOriginalConsiderationItems: order.consideration.length }
  const digest = orderDigest(orderHash(parameters, counter), { chainId, seaport })
  const typedData = {
    domain: { name: 'Seaport', version: '1.5', chainId, verifyingContract: seaport },
    types: orderTypes,
    primaryType: 'OrderComponents',
    message,
  }
  return openRequest(deps, signer, { kind: 'signature', typedData }, { digest })
}

type Kind = Exclude<WalletRequest['kind'], 'transfers'>
type Row = { kind: Kind; digest: string | null; wallet: string; expires_at: Date }

/** A signature that isn't the wallet's own of the order is none. */
function checkedSignature(row: Row, answer: JoinRequest | undefined): string | undefined {
  const signature = answer?.signature
  if (signature === undefined || row.digest === null) return undefined
  const recovered = recoverSigner(row.digest, signature)
  if ('signer' in recovered && recovered.signer === row.wallet) return signature
  throw new Rejection('UNABLE_TO_SIGN')
}

/**
 * ID-20: how a request stands.
 * @throws Rejection NOT_FOUND unless it is the caller's own, UNABLE_TO_SIGN, UNAVAILABLE
 */
export async function loadRequest(deps: Deps, accountId: string, requestId: string) {
  const found = await deps.db.query<Row>(
    `select kind, digest, wallet, expires_at from signing_request
     where request_id = $1 and account_id = $2 and kind <> 'transfers'`,
    [requestId, accountId],
  )
  const row = found.rows[0]
  if (!row) throw new Rejection('NOT_FOUND')
  const isOver = deps.now() >= row.expires_at
  const answer = isOver ? undefined : await deps.join.request(requestId)
  const status = signingStatus(row.expires_at, answer?.status, deps.now())
  const signature = status === 'signed' ? checkedSignature(row, answer) : undefined
  return {
    requestId,
    kind: row.kind,
    status,
    ...(signature === undefined ? {} : { signature }),
    ...(answer?.txHash === undefined || status !== 'signed' ? {} : { txHash: answer.txHash }),
    ...(answer?.status === 'failed' ? { failed: true } : {}),
  }
}
