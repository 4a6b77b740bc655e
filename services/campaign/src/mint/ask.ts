import type { Queryable, Tx } from '@talad/shared/db'
import { readStreams } from '@talad/shared/event-log'
import { newId } from '@talad/shared/ids'
import { lockKey } from '@talad/shared/lock-key'
import { Rejection } from '@talad/shared/rejection'
import { changeMany } from '@talad/shared/stream'
import { type ContractRow, findContract, listContracts } from '../contract/rows.ts'
import { takeToken } from '../holding/counters.ts'
import { type Granted, holdingEvent } from '../holding/events.ts'
import { findHolding, type HoldingRow, holdingByKey } from '../holding/rows.ts'
import { holdings } from '../holding/stream.ts'
import { requireOpen } from '../project/rows.ts'
import { walletsToMint } from '../replicas/account.ts'
import { findVirtual } from '../virtual/rows.ts'
import { mintEvent } from './events.ts'
import { findMint, type MintRow, mintByKey } from './rows.ts'
import { mints } from './stream.ts'
import { termsOf } from './terms.ts'

/** What is granted, minted or both under a key (CA-48, CA-56). */
export type Wanted = {
  by: string
  automintId: string
  itemId: string
  itemTokenId: number | undefined
  /** on which chain it is minted; absent: it is granted alone */
  blockchain: string | undefined
  contractClass: ContractRow['contract_class'] | undefined
  /** lower case; absent: the wallet of the holder, once there is one (CA-50) */
  receiver: string | undefined
  /** absent: it is minted directly */
  holderId: string | undefined
  /** the holder as the caller named them: `holderId` may have absorbed that account (ID-33) */
  named?: string | undefined
  source: Pick<Granted, 'origin' | 'campaignId' | 'triggerId'>
}

/** What was asked for under a key, as it is now. */
export type Asked = { mint: MintRow | undefined; holding: HoldingRow | undefined }

/** CA-52: the contract that mints here. @throws Rejection NO_CONTRACT, CONTRACT_DISABLED */
export async function contractFor(
  db: Queryable,
  collectionId: string,
  {
    blockchain,
    contractClass,
  }: { blockchain: string; contractClass: ContractRow['contract_class'] | undefined },
): Promise<ContractRow> {
  const here = (await listContracts(db, collectionId)).filter(
    (one) => one.blockchain === blockchain && (contractClass ?? one.contract_class) === one.contract_class,
  )
  if (here.length === 0) throw new Rejection('NO_CONTRACT', { field: 'nft.blockchain' }) // CA-52
  const enabled = here.filter(({ disabled }) => !disabled)
  const chosen = enabled.find((one) => one.contract_class === 'erc721') ?? enabled[0]
  if (!chosen) throw new Rejection('CONTRACT_DISABLED', { field: 'nft.blockchain' }) // CA-52
  return chosen
}

/** Where a mint was to go when it was asked for: it may have been tried again to another wallet. */
async function firstReceiver(tx: Tx, mintId: string): Promise<string | undefined> {
  const [first] = await readStreams(tx, [`mint-${mintId}`])
  const event = first && mintEvent.parse(first)
  return event?.type === 'MintRequested' ? event.data.receiver : undefined
}

/** Whether a grant is the caller's: its holder is theirs now, or was when it was made, before a merge moved it (ID-35). */
async function isForSame(
  tx: Tx,
  holding: HoldingRow | undefined,
  { holderId, named }: Wanted,
): Promise<boolean> {
  if (!holding || holding.holder_id === holderId) return holding?.holder_id === holderId
  const [first] = await readStreams(tx, [`holding-${holding.id}`])
  const event = first && holdingEvent.parse(first)
  return named !== undefined && event?.type === 'HoldingGranted' && event.data.granted.holderId === named
}

/** Whether what a call says of the token, and of where it is minted to, is what was asked for under its key (CA-48). */
async function isSameToken(tx: Tx, { mint, holding }: Asked, wanted: Wanted): Promise<boolean> {
  const { blockchain, contractClass, itemTokenId, receiver } = wanted
  // a holding's mint may be its holder's own doing
  const waitsFor = holding?.waits_for ?? undefined
  const by = holding ? await (waitsFor === undefined ? undefined : findContract(tx, waitsFor)) : mint
  const isSameContract =
    by?.blockchain === blockchain && (!by || (contractClass ?? by.contract_class) === by.contract_class)
  const number = Number(holding?.item_token_id ?? mint?.item_token_id)
  if (!isSameContract || (itemTokenId ?? number) !== number) return false
  if (receiver === undefined || mint?.receiver === receiver) return true
  return mint !== undefined && (await firstReceiver(tx, mint.id)) === receiver
}

async function askedBefore(tx: Tx, projectId: string, wanted: Wanted): Promise<Asked | undefined> {
  const { automintId, itemId } = wanted
  const holding = await holdingByKey(tx, projectId, automintId)
  const mint = await mintByKey(tx, projectId, automintId)
  if (!holding && !mint) return undefined
  const isSame =
    (holding?.item_id ?? mint?.item_id) === itemId &&
    (await isForSame(tx, holding, wanted)) &&
    (await isSameToken(tx, { mint, holding }, wanted))
  if (!isSame) throw new Rejection('AUTOMINT_TAKEN', { field: 'nft.automint_id' }) // CA-48
  return { mint, holding }
}

/**
 * CA-48, CA-49, CA-50, CA-56: grants an item to an account, mints one to an address, or both, once under its key. Counters
 * move before anything is promised.
 * @throws Rejection VIRTUAL_NOT_FOUND, ITEM_ARCHIVED, COLLECTION_ARCHIVED, PROJECT_ARCHIVED, SUPPLY_EXHAUSTED, TOKEN_TAKEN,
 * AUTOMINT_TAKEN, NO_CONTRACT, CONTRACT_DISABLED
 */
export async function askFor(
  tx: Tx,
  wanted: Wanted,
  { chainId, now }: { chainId: string; now: Date },
): Promise<Asked> {
  const { by, automintId, itemId, blockchain, holderId } = wanted
  const item = await findVirtual(tx, 'vitem', itemId)
  if (!item) throw new Rejection('VIRTUAL_NOT_FOUND', { field: 'nft.item_id' })
  const { project_id: projectId, collection_id: collectionId = '' } = item
  await lockKey(tx, `automint.${projectId}.${automintId}`)
  const before = await askedBefore(tx, projectId, wanted)
  if (before) return before
  await requireOpen(tx, projectId)
  const contract =
    blockchain === undefined ? undefined : await contractFor(tx, collectionId, { ...wanted, blockchain })
  const shared = contract?.contract_class === 'erc1155'
  const token = await takeToken(tx, itemId, { itemTokenId: wanted.itemTokenId, shared })
  const receiver =
    wanted.receiver ??
    (contract && holderId !== undefined
      ? (await walletsToMint(tx, [holderId], chainId)).get(holderId)?.[0]
      : undefined)
  const of = { projectId, collectionId, itemId, ...token }
  const holdingId = holderId === undefined ? null : newId(now)
  const mintId = contract && receiver !== undefined ? newId(now) : undefined
  const granted =
    holdingId !== null && holderId !== undefined
      ? [
          {
            stream: holdings,
            id: holdingId,
            command: {
              type: 'Grant' as const,
              by,
              now,
              granted: {
                ...of,
                holderId,
                ...wanted.source,
                amount: 1,
                payload: null,
                automintId,
                waitsFor: contract?.id ?? null,
              },
            },
          },
        ]
      : []
  const minted =
    contract && mintId !== undefined && receiver !== undefined
      ? [
          {
            stream: mints,
            id: mintId,
            command: {
              type: 'Request' as const,
              by,
              now,
              terms: termsOf(of, contract, { holdingId, automintId }),
              receiver,
            },
          },
        ]
      : []
  await changeMany(tx, [...granted, ...minted], now)
  return {
    mint: mintId === undefined ? undefined : await findMint(tx, mintId),
    holding: holdingId === null ? undefined : await findHolding(tx, holdingId),
  }
}
