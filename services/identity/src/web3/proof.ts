import { recoverSigner } from '@talad/contracts/seaport'
import { withUsualRecoveryId } from '@talad/proto/http/order-book/seaport'
import { orUnavailable } from '@talad/shared/chain/client'
import { acceptsSignature } from '@talad/shared/chain/contract-signature'
import type { Queryable } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import { hashMessage } from 'ethers'
import type { Deps } from '../deps.ts'
import type { Prover } from './nonce.ts'
import { bringsItsWallet, wouldAccept } from './undeployed.ts'

async function findMessage(db: Queryable, { browser, address }: Prover, now: Date): Promise<string> {
  const found = await db.query<{ message: string }>(
    'select message from web3_nonce where browser_hash = $1 and address = $2 and expires_at > $3',
    [browser, address, now],
  )
  const row = found.rows[0]
  if (!row) throw new Rejection('NONCE_EXPIRED')
  return row.message
}

type Judges = Pick<Deps, 'provider'> & {
  log: Pick<Deps['log'], 'warn'>
  config: Pick<Deps['config'], 'CHAIN_ID'>
}

/** ID-27: by whom: an empty scope says by the key, else the chain whose contract did. Undefined: by nobody. */
export async function signedBy(
  deps: Judges,
  signed: { address: string; message: string; signature: string },
): Promise<string | undefined> {
  const digest = hashMessage(signed.message)
  const recovered = recoverSigner(digest, withUsualRecoveryId(signed.signature))
  if ('signer' in recovered && recovered.signer === signed.address) return ''
  const judge = bringsItsWallet(signed.signature) ? wouldAccept : acceptsSignature
  const accepts = await orUnavailable(deps.log, judge(deps.provider, { ...signed, digest }))
  return accepts ? String(deps.config.CHAIN_ID) : undefined
}

/**
 * ID-24: judges the signature of exactly the message that was handed out; by the key of the address, by its contract
 * (EIP-1271), or by the contract that will be there (EIP-6492).
 * @returns what it proves (ID-27), and how the message is used up, in the transaction of what it proves: of a hundred
 * callers at once, by one
 * @throws Rejection NONCE_EXPIRED when there is no such message, or no more; UNABLE_TO_SIGN; UNAVAILABLE
 */
export async function proveWallet(
  deps: Deps,
  prover: Prover,
  signature: string,
): Promise<{ scope: string; useUp: (db: Queryable) => Promise<void> }> {
  const message = await findMessage(deps.db, prover, deps.now())
  const { address, browser } = prover
  const scope = await signedBy(deps, { address, message, signature })
  if (scope === undefined) throw new Rejection('UNABLE_TO_SIGN')
  const useUp = async (db: Queryable) => {
    const consumed = await db.query(
      'delete from web3_nonce where browser_hash = $1 and address = $2 and message = $3',
      [browser, address, message],
    )
    if (consumed.rowCount !== 1) throw new Rejection('NONCE_EXPIRED')
  }
  return { scope, useUp }
}
