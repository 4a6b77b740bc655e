import { onceHeard } from '@talad/e2e/people'
import { entrypointHttp } from '@talad/proto/http/gateway/entrypoint'
import { adminPermissionsHttp as permissions } from '@talad/proto/http/moderation/admin-permissions'
import { assessmentHttp } from '@talad/proto/http/moderation/assessment'
import { assessmentAdminHttp as assessments } from '@talad/proto/http/moderation/assessment-admin'
import { auditHttp } from '@talad/proto/http/moderation/audit'
import { declarationAdminHttp as declaring } from '@talad/proto/http/moderation/declaration-admin'
import { declarationsHttp } from '@talad/proto/http/moderation/declarations'
import { feeAdminHttp as fees } from '@talad/proto/http/moderation/fee-admin'
import type { FeeSheet } from '@talad/proto/http/moderation/fees'
import { flaggingHttp } from '@talad/proto/http/moderation/flagging'
import { flaggingAdminHttp as flags } from '@talad/proto/http/moderation/flagging-admin'
import type { FlagCaseDetail } from '@talad/proto/http/moderation/flagging-case'
import { flaggingInternalHttp } from '@talad/proto/http/moderation/flagging-internal'
import { issuerAdminHttp as issuers } from '@talad/proto/http/moderation/issuer-admin'
import { suspensionAdminHttp as suspensions } from '@talad/proto/http/moderation/suspension-admin'
import { ofCustomers } from './moderation-customers.ts'
import { type Row, row } from './row.ts'
import { note, type World } from './world.ts'

const words = { th: 'ผลิตด้วยมือ', en: 'Made by hand' }
/** Tokens that nobody has, so that no sale changes. */
const BEYOND = 1n << 64n
/** Of an assessment that no trade asks for. */
const ABOUT = { content_key: 'new_issuer' } as const
const RIGHT = 'Nothing'

function rangeOf({ run, next }: World, contract_address = `0x${'c'.repeat(40)}`) {
  const token = `${BEYOND + BigInt(next())}`
  return { blockchain: run.blockchain, contract_address, token_from: token, token_to: token }
}

/** A different question each time: what is asked already can't be asked anew. */
function contentOf({ next }: World) {
  const choices = [RIGHT, 'My wallet']
  const variation = { question: `What do you tell strangers? ${next()}`, choices, correct_index: 0 }
  const page = { title: 'Your collection', body: 'What you write about it has to be true.', image: null }
  const questions = [{ id: 'strangers', variations: [variation] }]
  return { pass_percentage: 100, texts: { th: { education: [page], questions } } }
}

async function drafted(world: World, content_key: 'new_issuer' | 'new_seller' = 'new_issuer') {
  const { call } = await world.chief()
  const { version } = await call(assessments.getAssessmentContent, { query: { content_key } })
  return { content_key, content: contentOf(world), version }
}

/** Rows are prepared side by side, and several draft the same content. */
const draftOf = (world: World) =>
  onceHeard(['version_conflict'], async () => {
    const { call } = await world.chief()
    const { version } = await call(assessments.setAssessmentContent, { body: await drafted(world) })
    return { ...ABOUT, require_repass: true, version, note }
  })

/** Somebody can answer, or be said to have passed, only what is asked. */
const asked = (world: World) =>
  world.once('asked', () =>
    onceHeard(['version_conflict'], async () =>
      (await world.chief()).call(assessments.publishAssessmentContent, { body: await draftOf(world) }),
    ),
  )

async function answered(world: World) {
  await asked(world)
  const by = await world.newcomer()
  const session = await by.call(assessmentHttp.assessmentSession, { query: ABOUT })
  const { content_id, questions_version, questions } = session
  const answers = (choice: string) =>
    questions.map(({ variation_index, choices }) => ({
      variation_index,
      choice_index: choices.indexOf(choice),
    }))
  const body = { content_id, questions_version, answers: answers(RIGHT) }
  return { by, body, other: { body: { ...body, answers: answers('My wallet') } }, alone: 'assessment' }
}

function issuerOf(world: World, contract?: string) {
  const terms = { slug: `makers_${world.next()}`, names: words, nft_ranges: [rangeOf(world, contract)] }
  return { ...terms, primary_customer_id: 'join-demo-somchai', note }
}

async function issuer(world: World, contract?: string) {
  const body = issuerOf(world, contract)
  const { call } = await world.chief()
  const add = () => call(issuers.addIssuer, { body })
  const { issuer_id, version } = await onceHeard(['customer_not_found'], add)
  return { body, issuer_id, version }
}

/** An issuer of tokens of a collection that no other call of now is about. */
async function issuerWithin(world: World) {
  const { id: collection_id, address: contract_address } = await world.collection()
  const { issuer_id } = await issuer(world, contract_address)
  const { call } = await world.chief()
  const query = { blockchain: world.run.blockchain, contract_address }
  const { version } = await call(fees.pickFees, { query })
  return { body: { issuer_id, collection_id, fee_percent: 1, version, note }, alone: collection_id }
}

/** A fee of such an issuer, which orders don't have yet. */
async function feeWithin(world: World) {
  const { body, alone } = await issuerWithin(world)
  const sheet: FeeSheet = await (await world.chief()).call(fees.setIssuerFee, { body })
  const found = sheet.fees.find(({ issuer_id }) => issuer_id === body.issuer_id)
  return { body: { fee_id: found?.fee_id ?? '', version: sheet.version, note }, alone }
}

const declarationsOf = (world: World) => ({
  declarer_type: 'issuer' as const,
  nft_range: rangeOf(world),
  version: 0,
  note,
  declarations: [{ key: 'made_by_hand', title: words, body: words }],
})

const permitted = async (world: World) => ({
  customer: (await world.newcomer()).customerId,
  permissions: ['bank.read' as const, 'report.read' as const],
  version: 0,
  note,
})

const flagged = async (world: World) => ({
  asset_id: (await world.asset()).id,
  flag_classification: 'spam' as const,
  notes: 'An advertisement',
})
/** A case that an admin has opened. */
async function openCase(world: World): Promise<FlagCaseDetail> {
  const { call } = await world.chief()
  return (await call(flags.flagAsset, { body: await flagged(world) })).case
}
/** The same of what somebody has reported, who is told how it ends. */
async function reportedCase(world: World): Promise<FlagCaseDetail> {
  const { asset_id } = await flagged(world)
  const report = { asset_id, flag_classification: 'spam' as const }
  await (await world.newcomer()).call(flaggingHttp.requestFlagging, { body: report })
  return (await (await world.chief()).call(flags.pickFlagCase, { params: { case_id: asset_id } })).case
}
const itemOf = ({ _id: case_id, version }: FlagCaseDetail) => ({ case_id, version })
const ignored = { review_disposition: 'ignore' as const, notes: 'The two pictures differ' }
const ofCase = async (world: World) => ({ case_id: (await openCase(world))._id })

async function suspended(world: World) {
  const body = { nft_range: rangeOf(world), note }
  return (await world.chief()).call(suspensions.suspend, { body })
}

export const rows: readonly Row[] = [
  row(entrypointHttp.entrypoint, { query: { assessmentStatus: '1' } }),
  row(entrypointHttp.collectionFee, async (world) => ({ query: { id: (await world.collection()).id } })),
  row(permissions.myPermissions, {}),
  row(permissions.setPermissions, async (world) => ({ body: await permitted(world) })),
  row(permissions.removePermissions, async (world) => {
    const body = await permitted(world)
    const { version } = await (await world.chief()).call(permissions.setPermissions, { body })
    return { body: { customer: body.customer, version, note } }
  }),
  row(permissions.listPermissions, { query: { ps: 2 } }),
  row(suspensions.suspend, async (world) => {
    const { body } = await issuer(world) // who is told of it
    return { body: { nft_range: body.nft_ranges[0] ?? rangeOf(world), note } }
  }),
  row(suspensions.unsuspend, async (world) => {
    const { suspension_id, version } = await suspended(world)
    return { body: { suspension_id, version, note } }
  }),
  row(suspensions.previewSuspension, async (world) => {
    const { contract: contract_address, token } = await world.asset()
    return {
      query: { blockchain: world.run.blockchain, contract_address, token_from: token, token_to: token },
    }
  }),
  row(suspensions.pickSuspension, async (world) => ({
    params: { suspension_id: (await suspended(world)).suspension_id },
  })),
  row(suspensions.listSuspensions, { query: { ps: 1 } }),
  row(issuers.addIssuer, (world) => ({ body: issuerOf(world) })),
  row(issuers.modifyIssuer, async (world) => {
    const { body, ...there } = await issuer(world)
    return { body: { ...body, ...there, is_active: false } }
  }),
  row(issuers.removeIssuer, async (world) => {
    const { issuer_id, version } = await issuer(world)
    return { body: { issuer_id, version, note } }
  }),
  row(issuers.pickIssuer, async (world) => ({ params: { issuer_id: (await issuer(world)).issuer_id } })),
  row(issuers.listIssuers, { query: { ps: 2 } }),
  row(fees.setIssuerFee, issuerWithin),
  row(fees.syncIssuerFees, async (world) => {
    const { body, alone } = await issuerWithin(world)
    return { body: { issuer_id: body.issuer_id, note }, alone }
  }),
  row(fees.enableIssuerFee, async (world) => {
    const { body, alone } = await feeWithin(world)
    return { body: { ...body, enabled: true }, alone }
  }),
  row(fees.removeIssuerFee, feeWithin),
  row(fees.listIssuerFees, async (world) => {
    const { body } = await issuerWithin(world)
    await (await world.chief()).call(fees.setIssuerFee, { body })
    return { query: { is: body.issuer_id } }
  }),
  row(fees.setFee, (world) => {
    const address = `0x${'e'.repeat(20)}${world.next().toString(16).padStart(20, '0')}`
    const royalty = { type: 'royalty' as const, customer_id: 'join-demo-somchai', percent: 2.5 }
    const contract = { blockchain: world.run.blockchain, address }
    return { body: { ...royalty, contract, disabled: false, version: 0, note } }
  }),
  row(fees.pickFees, async (world) => {
    const { address: contract_address } = await world.collection()
    return { query: { blockchain: world.run.blockchain, contract_address } }
  }),
  row(declaring.setDeclarations, (world) => ({ body: declarationsOf(world) })),
  row(declaring.removeDeclarations, async (world) => {
    const body = declarationsOf(world)
    const { declaration_id, version } = await (await world.chief()).call(declaring.setDeclarations, { body })
    return { body: { declaration_id, version, note } }
  }),
  row(declaring.listDeclarations, async (world) => {
    const body = declarationsOf(world)
    const { declaration_id: id } = await (await world.chief()).call(declaring.setDeclarations, { body })
    return { query: { id } }
  }),
  row(declarationsHttp.declarations, async (world) => {
    const { contract: ca, token: ti } = await world.asset()
    return { query: { bc: world.run.blockchain, ca, ti } }
  }),
  row(assessments.getAssessmentContent, async (world) => {
    await asked(world)
    return { query: ABOUT }
  }),
  row(assessments.setAssessmentContent, async (world) => {
    return { body: await drafted(world, 'new_seller'), alone: 'assessment' }
  }),
  row(assessmentHttp.assessmentSession, async (world) => {
    await asked(world)
    return { by: await world.newcomer(), query: ABOUT }
  }),
  // the same for everybody; what is answered is the caller's own session (MO-21)
  row(assessmentHttp.submitAssessment, answered, { owns: null }),
  row(assessmentHttp.assessmentStatus, {}),
  row(assessments.passAssessment, async (world) => {
    await asked(world)
    const { customerId: customer_id } = await world.newcomer()
    await (await world.chief()).call(assessments.assessmentPassed, { query: { ...ABOUT, customer_id } })
    return { body: { ...ABOUT, customer_id, note }, alone: 'assessment' }
  }),
  row(assessments.publishAssessmentContent, async (world) => ({
    body: await draftOf(world),
    alone: 'assessment',
  })),
  row(assessments.assessmentPassed, async (world) => ({
    query: { ...ABOUT, customer_id: (await world.buyer()).customerId },
  })),
  row(assessments.listAssessmentPasses, { query: { ...ABOUT, ps: 1 } }),
  row(assessments.listAssessmentSubmissions, { query: { ...ABOUT, ps: 1 } }),
  // whatever is on the market may be reported; what is changed is the caller's own report (MO-10)
  row(
    flaggingHttp.requestFlagging,
    async (world) => {
      const asset_id = (await world.asset()).id
      const body = { asset_id, flag_classification: 'other' as const, flag_user_notes: 'A copy of mine' }
      const other = { body: { asset_id, flag_classification: 'spam' } }
      return { by: await world.newcomer(), body, other }
    },
    { owns: null },
  ),
  row(flaggingHttp.listFlaggings, { query: { lm: 1 } }),
  row(flags.flagAsset, async (world) => ({ body: await flagged(world) })),
  row(flags.resolveFlagCase, async (world) => ({
    body: { ...ignored, ...itemOf(await reportedCase(world)) },
  })),
  row(flags.resolveFlagCases, async (world) => ({
    body: { ...ignored, cases: [itemOf(await openCase(world))] },
  })),
  row(flags.undoFlagCases, async (world) => {
    const body = { ...ignored, cases: [itemOf(await openCase(world))] }
    const { results } = await (await world.chief()).call(flags.resolveFlagCases, { body })
    return { body: { cases: results.map(({ case_id, version }) => ({ case_id, version: version ?? 0 })) } }
  }),
  row(flags.claimFlagCase, async (world) => ({ body: await ofCase(world) })),
  row(flags.releaseFlagCase, async (world) => ({ body: await ofCase(world) })),
  row(flags.pickFlagCase, async (world) => ({ params: await ofCase(world) })),
  row(flags.listFlagCases, { query: { ps: 1 } }),
  row(flags.flagFigures, {}),
  row(flaggingInternalHttp.reportByBot, async (world) => ({
    body: {
      asset_id: (await world.asset()).id,
      metadata_hash: world.next().toString(16).padStart(64, '0'),
      rule: 'same_picture',
      confidence: 0.9,
      evidence: { field: 'image', found: 'a copy', like: null, distance: null },
    },
  })),
  row(auditHttp.listAudit, { query: { lm: 1 } }),
  ...ofCustomers,
]
