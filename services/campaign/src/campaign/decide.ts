import type { Finding } from '@talad/proto/http/campaign/payload/check'
import { Rejection } from '@talad/shared/rejection'
import type { Requirement } from '../requirement/definition.ts'
import { requireRoomFor } from '../slugs.ts'
import { compile, type Known } from './compile.ts'
import { checkCouponIn } from './coupon.ts'
import type { CampaignEvent, CampaignState, Terms } from './events.ts'

type By = { by: string; now: Date }
/** CA-15: pictures come by a call of their own. */
export type GivenTerms = Omit<Terms, 'assets'>
/** What a model is judged by; `slotIds`: as many new ids as there can be slots */
type Judged = { model: unknown; known: Known; slotIds: readonly string[] }

/** `judged`: of one that is live at once (CA-18) */
export type Create = By & {
  type: 'Create'
  projectId: string
  /** of those that it is linked with (CA-14) */
  groupId: string
  terms: GivenTerms
  /** what of the items that its metadata names is of its project; absent: none is */
  known?: Known | undefined
  judged?: Judged | undefined
}
/** CA-15: `partial`: what isn't given stays; `updated`: of what was read; `groupId` absent: linked as it is */
export type Change = By & {
  type: 'Change'
  terms: { partial: true; given: Partial<Terms> } | { partial: false; given: GivenTerms }
  groupId?: string | undefined
  updated?: Date | undefined
  known?: Known | undefined
}
/** What linking others does to a campaign (CA-14). */
export type Regroup = By & { type: 'Regroup'; groupId: string }
/** CA-16: `version`: of the model that was read, 0 where there was none; `before`: the requirements of that one */
export type SaveModel = By & Judged & { type: 'SaveModel'; version: number; before: readonly Requirement[] }
/** CA-16: `version`: of the model that is made live; `judged`: that model, as it is stored */
export type Publish = By & { type: 'Publish'; version: number; judged: Judged }
/** `inUse`: it was triggered, or something was given (CA-17) */
export type Delete = By & { type: 'Delete'; inUse: boolean }
export type CampaignCommand = Create | Change | Regroup | SaveModel | Publish | Delete

/** @throws Rejection CAMPAIGN_INVALID with all that is wrong */
function refuse(errors: readonly Finding[], within = ''): never {
  const path = errors[0]?.path ?? ''
  throw new Rejection('CAMPAIGN_INVALID', {
    field: [within, path].filter((part) => part !== '').join('.'),
    details: { errors, message: errors[0]?.message },
  })
}

function existing(state: CampaignState | undefined): CampaignState {
  if (!state || state.deleted) throw new Rejection('CAMPAIGN_NOT_FOUND', { field: '_id' })
  return state
}

/**
 * @param given what is said now: a coupon of before doesn't keep a campaign from being paused
 * @throws Rejection CAMPAIGN_INVALID for what could never be meant
 */
function accepted(terms: Terms, { metadata = {} }: Partial<Terms>, known: Known | undefined): Terms {
  const errors: Finding[] = [...checkCouponIn(metadata, known?.items)]
  if (terms.tokenReuse === 'window' && terms.cooldownSeconds === null)
    errors.push({ path: 'token_reuse', message: 'must not be window without limit_per_user_cooldown' }) // CA-29
  if (terms.automint.enabled && terms.automint.blockchain === null)
    errors.push({ path: 'automint_config.blockchain', message: 'is required where automint is enabled' })
  if (errors.length > 0) refuse(errors)
  return terms
}

/** @throws Rejection CAMPAIGN_INVALID with all that is wrong with a model */
export function judge({ model, known, slotIds }: Judged, before: readonly Requirement[]) {
  let used = 0
  const newId = () => slotIds[used++] ?? ''
  const compiled = compile(model, known, { before, newId })
  return 'errors' in compiled ? refuse(compiled.errors, 'model') : compiled
}

function create({ by, now: at, judged, known, ...command }: Create): readonly CampaignEvent[] {
  const { projectId, groupId, terms: given } = command
  const terms = accepted({ ...given, assets: {} }, given, known)
  const created: CampaignEvent = { type: 'CampaignCreated', data: { by, at, projectId, groupId, terms } }
  if (!judged) return [created]
  const { model, artifacts } = judge(judged, [])
  return [
    created,
    { type: 'CampaignModelSaved', data: { by, at, version: 1, model } },
    { type: 'CampaignPublished', data: { by, at, version: 1, modelVersion: 1, artifacts } },
  ]
}

function change(command: Change, state: CampaignState): readonly CampaignEvent[] {
  const { by, now, updated, terms: asked, groupId = state.groupId, known } = command
  if (updated !== undefined && updated.getTime() !== state.updated.getTime())
    throw new Rejection('VERSION_CONFLICT', {
      field: 'updated',
      details: { changed_by: state.updatedBy, changed_at: state.updated.toISOString() },
    }) // CA-15
  const terms = accepted(
    asked.partial ? { ...state.terms, ...asked.given } : { ...asked.given, assets: state.terms.assets },
    asked.given,
    known,
  )
  if (state.terms.ended && !terms.ended) throw new Rejection('CAMPAIGN_ENDED', { field: 'ended' }) // CA-10
  requireRoomFor(state.slugs, terms.slug, 'slug') // CA-9
  // what says that nothing changed meanwhile must differ from change to change
  const at = new Date(Math.max(now.getTime(), state.updated.getTime() + 1))
  const changed: CampaignEvent = { type: 'CampaignChanged', data: { by, at, terms } }
  if (groupId === state.groupId) return [changed]
  return [changed, { type: 'CampaignRegrouped', data: { by, at, groupId } }] // CA-14
}

/** CA-16: a model is changed, and made live, as it was read. */
function requireModel(version: number, { modelVersion }: CampaignState): void {
  if (version !== modelVersion)
    throw new Rejection('VERSION_CONFLICT', { field: 'version', details: { version: modelVersion } })
}

function publish({ by, now: at, version, judged }: Publish, state: CampaignState): readonly CampaignEvent[] {
  requireModel(version, state)
  if (state.publishedModel === version) return []
  const { artifacts } = judge(judged, [])
  const next = state.artifactsVersion + 1
  return [{ type: 'CampaignPublished', data: { by, at, version: next, modelVersion: version, artifacts } }]
}

/** @throws Rejection CAMPAIGN_NOT_FOUND, VERSION_CONFLICT, CAMPAIGN_INVALID, CAMPAIGN_ENDED, TOO_MANY_SLUGS, CAMPAIGN_IN_USE */
export function decide(command: CampaignCommand, was: CampaignState | undefined): readonly CampaignEvent[] {
  const { by, now: at } = command
  if (command.type === 'Create') return was ? [] : create(command)
  const state = existing(was)
  switch (command.type) {
    case 'Change':
      return change(command, state)
    case 'Regroup': {
      const { groupId } = command
      return groupId === state.groupId ? [] : [{ type: 'CampaignRegrouped', data: { by, at, groupId } }] // CA-14
    }
    case 'SaveModel': {
      requireModel(command.version, state)
      const { model } = judge(command, [...state.artifacts.requirements, ...command.before])
      return [{ type: 'CampaignModelSaved', data: { by, at, version: state.modelVersion + 1, model } }]
    }
    case 'Publish':
      return publish(command, state)
    case 'Delete':
      if (command.inUse) throw new Rejection('CAMPAIGN_IN_USE', { field: '_id' }) // CA-17
      return [{ type: 'CampaignDeleted', data: { by, at } }]
  }
}
