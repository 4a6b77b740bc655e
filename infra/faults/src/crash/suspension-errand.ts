import type { Person } from '@talad/dev/seed/site'
import { ResponseError } from '@talad/proto/http/client'
import { suspensionAdminHttp } from '@talad/proto/http/moderation/suspension-admin'
import type { nftRange } from '@talad/proto/http/nft-range'
import type { z } from 'zod'
import type { Harness } from './harness.ts'
import { eventually } from './insist.ts'

const note = 'an errand under fire'

/** A token of the demonstration that nobody sells here: goods have numbers from a million on. */
const TOKEN =
  'select id, contract, token_id::text as token from asset where token_id < 1000000 order by id limit 1'

type Range = z.input<typeof nftRange>

/** Its time may be over before somebody who was killed has come back: then it is asked for anew. */
async function suspendForAWhile(call: Person['call'], nft_range: Range): Promise<void> {
  const until = new Date(Date.now() + 2_000).toISOString()
  try {
    await call(suspensionAdminHttp.suspend, { body: { nft_range, until, note } })
  } catch (error) {
    if (!(error instanceof ResponseError && error.code === 'validation')) throw error
    await suspendForAWhile(call, nft_range)
  }
}

/** MO-4, MO-5: a token is suspended, marked, and on the market again, by hand and by itself. */
export const suspensionErrand = (harness: Harness, { call }: Person) =>
  harness.alone('suspension', async () => {
    const { db, run } = harness.system
    const [token] = (await db('asset-indexer').query<{ id: string; contract: string; token: string }>(TOKEN))
      .rows
    if (!token) throw new Error('there is nothing to suspend')
    const marked = (wanted: boolean) =>
      eventually(
        `the token is ${wanted ? 'marked' : 'not marked any more'}`,
        async () => {
          const sql = 'select 1 from asset where id = $1 and suspended = $2'
          return (await db('asset-indexer').query(sql, [token.id, wanted])).rowCount === 1
        },
        harness.patientMs,
      )
    const nft_range = {
      blockchain: run.blockchain,
      contract_address: token.contract,
      token_from: token.token,
      token_to: token.token,
    }
    const { suspension_id, version } = await call(suspensionAdminHttp.suspend, {
      body: { nft_range, note },
    })
    await marked(true)
    await call(suspensionAdminHttp.unsuspend, { body: { suspension_id, version, note } })
    await marked(false)
    await suspendForAWhile(call, nft_range)
    await eventually(
      'the suspension has ended by itself',
      async () => {
        const about = { params: { suspension_id } }
        const { status, history } = await call(suspensionAdminHttp.pickSuspension, about)
        return status === 'unsuspended' && history[0]?.admin === 'service:moderation'
      },
      harness.patientMs,
    )
    await marked(false)
  })
