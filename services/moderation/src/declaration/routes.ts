import {
  type DeclarationSet,
  declarationAdminHttp as http,
} from '@talad/proto/http/moderation/declaration-admin'
import { declarationsHttp } from '@talad/proto/http/moderation/declarations'
import { textOf } from '@talad/proto/nft-range'
import { lowerAddress } from '@talad/shared/chain/address'
import { decide } from '@talad/shared/decision'
import type { App } from '@talad/shared/http/app'
import { page } from '@talad/shared/http/page'
import { hashOf } from '@talad/shared/json'
import { Rejection } from '@talad/shared/rejection'
import { decisionOf } from '../decision-call.ts'
import type { Deps } from '../deps.ts'
import { requireIssuer } from '../issuer/read-model.ts'
import { readRange } from '../range/read.ts'
import { shownRange, toStored } from '../range/stored.ts'
import { standsFor } from '../replicas/asset.ts'
import { declaredOf, type Listed, listDeclarations } from './read-model.ts'
import { declarations } from './stream.ts'

const shown = ({ declaration_id, declarer_type, range, ...row }: Listed): DeclarationSet => ({
  declaration_id,
  declarer_type,
  nft_range: shownRange(range),
  declarations: row.declarations,
  version: row.version,
  changed_by: row.changed_by,
  changed_at: row.changed_at.toISOString(),
})

/** MO-37; refusals by the rows of rejections.ts. */
export function declarationRoutes(app: App, deps: Deps): void {
  const { db } = deps

  app.route(declarationsHttp.declarations, async ({ query: { bc: blockchain, ca, ad = ca, ti } }) => {
    if (ad === undefined) throw new Rejection('REQUIRED_PARAMETER', { field: 'ca' })
    const token = {
      blockchain,
      contract: lowerAddress(ad, ca === undefined ? 'ad' : 'ca'),
      tokenId: BigInt(ti),
    }
    const abstract = await standsFor(db, token)
    const { issuer, seller } = await declaredOf(db, { ...token, abstract })
    const answer = (found: Listed | undefined) =>
      found ? { nft_range: shownRange(found.range), declarations: found.declarations } : null
    return { issuer: answer(issuer), seller: answer(seller) }
  })

  app.route(http.listDeclarations, async ({ query }) => {
    const { is, id, ad, declarer_type: declarer, count = false, ps: size, pi: index } = query
    const within = is === undefined ? undefined : (await requireIssuer(db, is, 'is')).ranges
    const contract = ad === undefined ? undefined : lowerAddress(ad, 'ad')
    const asked = { id, contract, declarer, within, size, index, count }
    const { list, total } = await listDeclarations(db, asked)
    return page(list.map(shown), query, total)
  })

  app.route(http.setDeclarations, async (call) => {
    const { declarer_type: declarer, nft_range, version } = call.body
    const range = readRange(nft_range, 'nft_range')
    const id = hashOf([declarer, textOf(range)]).slice(0, 24) // GW-12
    const texts = call.body.declarations.map((one) => ({ ...one, url: one.url ?? null }))
    const terms = { declarer, range: toStored(range), declarations: texts }
    return decide(deps, declarations, id, {
      call,
      action: 'declaration.set',
      note: call.body.note,
      command: ({ now }) => ({ type: 'Set', terms, version, ...decisionOf(call, now) }),
      answer: ({ state }) => {
        if (!state) throw new Error('declarations were decided on and are not there')
        return {
          declaration_id: id,
          declarer_type: declarer,
          nft_range: shownRange(terms.range),
          declarations: state.terms.declarations,
          version: state.version,
          changed_by: state.changedBy,
          changed_at: state.changedAt.toISOString(),
        }
      },
    })
  })

  app.route(http.removeDeclarations, (call) => {
    const { declaration_id: id, version } = call.body
    return decide(deps, declarations, id, {
      call,
      action: 'declaration.remove',
      note: call.body.note,
      command: ({ now }) => ({ type: 'Remove', version, ...decisionOf(call, now) }),
      answer: () => ({ declaration_id: id }),
    })
  })
}
