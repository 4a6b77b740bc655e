import { mintAdminHttp as http } from '@talad/proto/http/campaign/mints-admin'
import { recipientAddress } from '@talad/shared/chain/address'
import { decide, decideOnce } from '@talad/shared/decision'
import { type App, signedIn } from '@talad/shared/http/app'
import { page } from '@talad/shared/http/page'
import { Rejection } from '@talad/shared/rejection'
import { transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { shownHolding } from '../holding/rows.ts'
import { listLanes } from '../lane/lanes.ts'
import { requireOpen } from '../project/rows.ts'
import { againCommand } from './again.ts'
import { type Asked, askFor } from './ask.ts'
import { cancelMint, requireMint } from './operate.ts'
import { listMints } from './rows.ts'
import { shownMint } from './shown.ts'
import { mints } from './stream.ts'

export const shownAsked = ({ mint, holding }: Asked, now: Date) => ({
  nft: mint ? shownMint(mint, now) : null,
  vnft: holding ? shownHolding(holding) : null,
})

/** CA-6: what a key for trying things out asks for is undone, and answered. */
class Tried extends Error {
  readonly asked: Asked
  constructor(asked: Asked) {
    super('tried')
    this.asked = asked
  }
}

/** CA-46 to CA-56; refusals by the rows of rejections.ts. */
export function mintRoutes(app: App, deps: Deps): void {
  const { db } = deps

  app.route(http.mintItem, async (call) => {
    const { nft, target } = call.body
    const { apiKey, caller } = call.request
    const actor = call.actor ?? (apiKey && { apiKey: apiKey.id })
    if (target === undefined && (nft.receiver_address === undefined || nft.blockchain === undefined))
      throw new Rejection('VALIDATION', {
        field: 'target',
        details: { reason: 'is needed where nothing is minted to an address' },
      }) // CA-56
    if (nft.receiver_address !== undefined && nft.blockchain === undefined)
      throw new Rejection('VALIDATION', { field: 'nft.blockchain' })
    const holderId = target && (await deps.identity.living(target.account_id))
    if (target && holderId === undefined)
      throw new Rejection('ACCOUNT_UNKNOWN', { field: 'target.account_id' }) // CA-38: nothing is promised to nobody
    const wanted = {
      by: call.actor?.accountId ?? caller ?? '',
      automintId: nft.automint_id,
      itemId: nft.item_id,
      itemTokenId: nft.item_token_id,
      blockchain: nft.blockchain,
      contractClass: nft.contract_class,
      receiver:
        nft.receiver_address === undefined
          ? undefined
          : recipientAddress(nft.receiver_address, 'nft.receiver_address', 'VALIDATION'),
      holderId,
      named: target?.account_id,
      source: { origin: 'mint', campaignId: null, triggerId: null },
    } as const
    try {
      return await transact(deps, async (tx) => {
        const now = deps.now()
        const asked = await askFor(tx, wanted, { chainId: deps.chainId, now })
        if (call.isTest) throw new Tried(asked)
        const kept = { kind: 'item', id: nft.item_id }
        if (actor)
          await decideOnce(tx, { ...call, actor }, { action: 'item.mint', target: kept, now }, async () => ({
            after: nft,
          }))
        return call.attempt.keep(tx, shownAsked(asked, now))
      })
    } catch (error) {
      if (error instanceof Tried) return shownAsked(error.asked, deps.now())
      throw error
    }
  })

  app.route(http.listMints, async ({ query }) => {
    const { list, total } = await listMints(db, query)
    const now = deps.now()
    return {
      mints: page(
        list.map((row) => shownMint(row, now)),
        query,
        total,
      ),
    }
  })

  app.route(http.getMint, async ({ query: { _id } }) => ({
    nft: shownMint(await requireMint(db, _id), deps.now()),
  }))

  app.route(http.retryMint, async (call) => {
    const { _id: id } = call.body
    const row = await requireMint(db, id)
    const about = { by: signedIn(call.actor).accountId, receiver: row.receiver, now: deps.now() }
    // before the transaction: what waits for the chain holds no locks. A key that is used later makes the batch revert
    const command = await againCommand(deps, row, about)
    return decide(deps, mints, id, {
      call,
      action: 'mint.retry',
      command: async ({ tx, now }) => {
        if (command.type === 'Retry') await requireOpen(tx, row.project_id)
        return { ...command, now }
      },
      answer: async (_, { tx, now }) => ({ nft: shownMint(await requireMint(tx, id), now) }),
    })
  })

  app.route(http.cancelMint, (call) => {
    const about = { id: call.body._id, by: signedIn(call.actor).accountId }
    return cancelMint(deps, call, about, (row, now) => ({ nft: shownMint(row, now) }))
  })

  app.route(http.listMintLanes, async ({ query }) => {
    const at = deps.now()
    const rows = await listLanes(db, { lanes: deps.minter.lanes, projectId: query.project_id, now: at })
    const now = at.getTime()
    return {
      lanes: rows.map(({ name, depth, own_depth, oldest, paused, why, paused_at }) => ({
        minting_zone: name,
        depth,
        own_depth,
        oldest_age_seconds: oldest && Math.max(0, Math.floor((now - oldest.getTime()) / 1_000)),
        paused,
        why,
        paused_at: paused_at?.toISOString() ?? null,
      })),
    }
  })
}
