import type { BulkOutcome } from '@talad/proto/http/moderation/flagging-admin'
import { flaggingAdminHttp } from '@talad/proto/http/moderation/flagging-admin'
import type { FlagCaseDetail } from '@talad/proto/http/moderation/flagging-case'
import { type Ask, callOf, note, type Props } from './same-key-props.ts'

const flagged = (asset_id: string) => ({ asset_id, flag_classification: 'spam' as const, notes: note })

/** A case that an admin has opened. */
async function openCase(props: Props): Promise<FlagCaseDetail> {
  const body = flagged(props.nextAsset())
  return (await (await callOf(props))(flaggingAdminHttp.flagAsset, { body })).case
}

const ignored = { review_disposition: 'ignore' as const, notes: note }

const itemOf = ({ _id: case_id, version }: FlagCaseDetail) => ({ case_id, version })

/** How moderators' calls about reports are made. */
export const flagDeeds: Readonly<Record<string, Ask>> = {
  flagAsset: async (props) => ({ body: flagged(props.nextAsset()) }),
  resolveFlagCase: async (props) => ({ body: { ...ignored, ...itemOf(await openCase(props)) } }),
  resolveFlagCases: async (props) => ({ body: { ...ignored, cases: [itemOf(await openCase(props))] } }),
  async undoFlagCases(props) {
    const body = { ...ignored, cases: [itemOf(await openCase(props))] }
    const { results } = await (await callOf(props))(flaggingAdminHttp.resolveFlagCases, { body })
    const done = results.flatMap(({ case_id, version }: BulkOutcome) =>
      version === null ? [] : [{ case_id, version }],
    )
    return { body: { cases: done } }
  },
}
