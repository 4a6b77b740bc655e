import { walletHttp as http } from '@talad/proto/http/campaign/wallet'
import { lowerAddress } from '@talad/shared/chain/address'
import { type App, signedIn } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { changeIn, transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { findHolding, type HoldingRow, shownHolding } from '../holding/rows.ts'
import { requireOpen } from '../project/rows.ts'
import { walletsOf } from '../replicas/account.ts'
import { againCommand } from './again.ts'
import { contractFor } from './ask.ts'
import { findMint, mintOfHolding } from './rows.ts'
import { shownMint } from './shown.ts'
import { mints } from './stream.ts'
import { termsOf } from './terms.ts'

/** CA-50, CA-51: to which wallet of one's own. @throws Rejection RECEIVER_NOT_LINKED */
async function ownWallet(deps: Deps, accountId: string, given: string | undefined): Promise<string> {
  const wallets = (await walletsOf(deps.db, [accountId], deps.chainId)).get(accountId) ?? []
  const asked = given === undefined ? wallets[0] : lowerAddress(given, 'nft.receiver_address')
  if (asked === undefined || !wallets.includes(asked))
    throw new Rejection('RECEIVER_NOT_LINKED', { field: 'nft.receiver_address' }) // CA-51
  return asked
}

const ofHolding = (row: HoldingRow) => ({
  projectId: row.project_id,
  collectionId: row.collection_id,
  itemId: row.item_id,
  number: row.number,
  itemTokenId: Number(row.item_token_id),
})

/** CA-28, CA-51: a holder brings their own on chain. */
export function ownMintRoutes(app: App, deps: Deps): void {
  const { db } = deps

  app.route(http.mintOwn, async (call) => {
    const { holding_id: holdingId, blockchain, contract_class: contractClass } = call.body.nft
    const { accountId: by } = signedIn(call.actor)
    const holding = await findHolding(db, holdingId)
    if (holding?.holder_id !== by) throw new Rejection('HOLDING_NOT_FOUND', { field: 'nft.holding_id' })
    const receiver = await ownWallet(deps, by, call.body.nft.receiver_address)
    const before = await mintOfHolding(db, holdingId)
    const ended = before && before.state !== 'open' && before.state !== 'mined'
    const again = ended ? await againCommand(deps, before, { by, now: deps.now(), receiver }) : undefined
    return transact(deps, async (tx) => {
      const now = deps.now()
      await requireOpen(tx, holding.project_id)
      const id = before?.id ?? call.attempt.id
      if (again) await changeIn(tx, mints, id, { ...again, now }, now)
      else if (!before) {
        const contract = await contractFor(tx, holding.collection_id, { blockchain, contractClass })
        const terms = termsOf(ofHolding(holding), contract, { holdingId, automintId: holding.automint_id })
        await changeIn(tx, mints, id, { type: 'Request', by, now, terms, receiver }, now)
      }
      const [mint, left] = [await findMint(tx, id), await findHolding(tx, holdingId)]
      if (!mint || !left) throw new Error('what was minted is not there')
      return call.attempt.keep(tx, { nft: shownMint(mint, now), vnft: shownHolding(left) })
    })
  })
}
