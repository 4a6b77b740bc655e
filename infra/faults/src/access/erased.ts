import { signIn } from '@talad/dev/seed/site'
import { onceHeard } from '@talad/e2e/people'
import type { System } from '@talad/e2e/system'
import { listAssets } from '@talad/proto/http/asset-indexer/assets'
import { setDisplayName } from '@talad/proto/http/identity/display-names'
import { erasePersonalData } from '@talad/proto/http/identity/personal-data'
import { flaggingHttp } from '@talad/proto/http/moderation/flagging'
import { newId } from '@talad/shared/ids'
import { until } from '@talad/shared/testing/wait'
import { holds } from '../proof.ts'
import type { Canaries } from './canaries.ts'
import { findInTables, oneOf } from './stores.ts'

/**
 * B36: somebody with a name, sealed data and a report has all of it erased, and every service forgets it.
 * @returns what was theirs: it may be nowhere, not even where they never were
 */
export async function eraseSomebody({ run }: System): Promise<Canaries> {
  const { call, customerId } = await signIn(run, 'demo-fahsai')
  const name = `Fah ${newId(new Date())}`
  await call(setDisplayName, { body: { display_name: name } })
  const [asset] = (await call(listAssets, { query: { ps: 1 } })).list
  if (!asset) throw new Error('there is nothing to report')
  const words = `report-${newId(new Date())}`
  const report = { asset_id: asset._id, flag_classification: 'other' as const, flag_user_notes: words }
  await onceHeard(['asset_not_found'], () => call(flaggingHttp.requestFlagging, { body: report }))
  const { identity = '', moderation = '' } = run.databases
  const kept = {
    'the name of who was erased': name,
    'their sealed data': await oneOf(
      identity,
      `select encode(d.sealed, 'hex') from link_personal_data d join identity_link l on l.id = d.link_id
         join account a on a.id = l.account_id where 'join-' || a.join_id = $1`,
      [customerId],
    ),
    'their sealed words': await oneOf(
      moderation,
      `select encode(n.sealed, 'hex') from flag_note n join flag_report r on r.id = n.flag_id where r.reporter = $1`,
      [customerId],
    ),
  }
  const there = async () =>
    new Set((await findInTables(run.databases, kept)).map((hit) => hit.split(': ')[1]))
  holds((await there()).size === Object.keys(kept).length, 'what is to be erased was not there before')
  await call(erasePersonalData, { body: { confirm: 'erase' } })
  await until('every service has forgotten whom it should', async () => (await there()).size === 0)
  return { ...kept, 'words of who was erased': words }
}
