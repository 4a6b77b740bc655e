import { randomBytes } from 'node:crypto'
import { recoverSigner } from '@talad/contracts/seaport'
import { orUnavailable } from '@talad/shared/chain/client'
import { acceptsSignature } from '@talad/shared/chain/contract-signature'
import type { Queryable } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import { hashMessage } from 'ethers'
import type { Deps } from '../deps.ts'
import { signIn } from '../session/sign-in.ts'
import type { TokenPair } from '../session/tokens.ts'
import { signInMessage } from './message.ts'

/** ID-24 */
export const NONCE_SECONDS = 5 * 60

/** A browser and the address that it wants to prove; a nonce belongs to both. */
export type Prover = { browser: Buffer; address: string }

/** Makes the message of a browser and an address; it takes the place of one that they have. */
export async function makeNonce(
  deps: Deps,
  { browser, address }: Prover,
  origin: string,
): Promise<{ message: string; expiresAt: Date }> {
  const issuedAt = deps.now()
  const expiresAt = new Date(issuedAt.getTime() + NONCE_SECONDS * 1000)
  const nonce = randomBytes(16).toString('hex')
  const message = signInMessage({
    origin,
    address,
    chainId: deps.config.CHAIN_ID,
    nonce,
    issuedAt,
    expiresAt,
  })
  await deps.db.query(
    `insert into web3_nonce (browser_hash, address, message, expires_at) values ($1, $2, $3, $4)
     on conflict (browser_hash, address) do update
     set message = excluded.message, expires_at = excluded.expires_at`,
    [browser, address, message, expiresAt],
  )
  return { message, expiresAt }
}

async function findMessage(db: Queryable, { browser, address }: Prover, now: Date): Promise<string> {
  const found = await db.query<{ message: string }>(
    'select message from web3_nonce where browser_hash = $1 and address = $2 and expires_at > $3',
    [browser, address, now],
  )
  const row = found.rows[0]
  if (!row) throw new Rejection('NONCE_EXPIRED')
  return row.message
}

/** Uses a message up: of a hundred callers at once, one. */
async function consume(db: Queryable, { browser, address }: Prover, message: string): Promise<void> {
  const consumed = await db.query(
    'delete from web3_nonce where browser_hash = $1 and address = $2 and message = $3',
    [browser, address, message],
  )
  if (consumed.rowCount !== 1) throw new Rejection('NONCE_EXPIRED')
}

async function isSignedBy(
  deps: Deps,
  signed: { address: string; message: string; signature: string },
): Promise<boolean> {
  const digest = hashMessage(signed.message)
  const recovered = recoverSigner(digest, signed.signature)
  if ('signer' in recovered && recovered.signer === signed.address) return true
  return orUnavailable(deps.log, acceptsSignature(deps.provider, { ...signed, digest }))
}

/**
 * ID-24: signs in by the signature of exactly the message that was handed out; by the key of the address, or by its
 * contract (EIP-1271).
 * @throws Rejection NONCE_EXPIRED when there is no such message, or no more; UNABLE_TO_SIGN; UNAVAILABLE
 */
export async function signInWithWallet(deps: Deps, prover: Prover, signature: string): Promise<TokenPair> {
  const message = await findMessage(deps.db, prover, deps.now())
  const { address } = prover
  if (!(await isSignedBy(deps, { address, message, signature }))) throw new Rejection('UNABLE_TO_SIGN')
  return signIn(deps, { provider: 'web3', address }, (tx) => consume(tx, prover, message))
}
