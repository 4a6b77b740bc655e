import { randomBytes } from 'node:crypto'
import type { Deps } from '../deps.ts'
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
