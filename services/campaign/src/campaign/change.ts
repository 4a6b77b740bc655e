import type { Queryable, Tx } from '@talad/shared/db'
import { type DecisionCall, decide, type InDecision } from '@talad/shared/decision'
import { newId } from '@talad/shared/ids'
import { lockKey } from '@talad/shared/lock-key'
import { Rejection } from '@talad/shared/rejection'
import { changeIn } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { requireOpen } from '../project/rows.ts'
import { type Known, namesIn } from './compile.ts'
import { itemsIn } from './coupon.ts'
import type { GivenTerms } from './decide.ts'
import { linksKey, type Regrouped, relink } from './links.ts'
import { savedRequirements } from './live.ts'
import { type CampaignRow, findCampaign, findModel } from './rows.ts'
import { campaigns } from './stream.ts'
import { knownOf, usesOf } from './uses.ts'

/** `by`: the account, or `key:` with the id of an API key */
export type Call = DecisionCall & { by: string }
/** What is answered of one that was written, with what is read for it in the same transaction. */
export type Answer<T> = (row: CampaignRow, db: Queryable) => T | Promise<T>

/** @throws Rejection CAMPAIGN_NOT_FOUND */
export async function requireCampaign(db: Queryable, id: string): Promise<CampaignRow> {
  const row = await findCampaign(db, id)
  if (!row) throw new Rejection('CAMPAIGN_NOT_FOUND', { field: '_id' })
  return row
}

/** As many as there can be slots (CA-21). */
const MOST_SLOTS = 16
const slotIds = (now: Date) => Array.from({ length: MOST_SLOTS }, () => newId(now))

const couponOf = (tx: Tx, projectId: string, { metadata = {} }: Partial<GivenTerms>) =>
  knownOf(tx, projectId, itemsIn(metadata))

async function judged(tx: Tx, projectId: string, model: unknown, now: Date) {
  const known: Known = await knownOf(tx, projectId, namesIn(model))
  return { model, known, slotIds: slotIds(now) }
}

/** CA-14: those that are linked otherwise because one is. */
async function regroup({ tx, now }: InDecision, by: string, others: readonly Regrouped[]): Promise<void> {
  for (const { id, to } of [...others].sort((a, b) => (a.id < b.id ? -1 : 1)))
    await changeIn(tx, campaigns, id, { type: 'Regroup', by, now, groupId: to }, now)
}

/**
 * Makes a campaign; with a model one that is live at once (CA-18).
 * @throws Rejection CAMPAIGN_INVALID, SLUG_TAKEN, PROJECT_ARCHIVED, LINK_UNKNOWN, TOO_MANY_LINKS
 */
export function createCampaign<T extends object>(
  deps: Deps,
  { by, ...call }: Call,
  given: { projectId: string; terms: GivenTerms; linked?: readonly string[] | undefined; model?: unknown },
  answer: Answer<T>,
): Promise<T> {
  const { id } = call.attempt
  const { projectId, terms, linked = [], model } = given
  let others: readonly Regrouped[] = []
  return decide(deps, campaigns, id, {
    call,
    action: 'campaign.create',
    lock: (tx) => lockKey(tx, linksKey(projectId)),
    command: async ({ tx, now }) => {
      await requireOpen(tx, projectId)
      const links = await relink(tx, { id, projectId, groupId: undefined }, linked)
      others = links.others
      const { groupId } = links
      const judgedModel = model === undefined ? undefined : await judged(tx, projectId, model, now)
      const known = await couponOf(tx, projectId, terms)
      return { type: 'Create', by, now, projectId, groupId, terms, known, judged: judgedModel }
    },
    beside: (within) => regroup(within, by, others),
    answer: async (_left, { tx }) => answer(await requireCampaign(tx, id), tx),
  })
}

/** What is said of one of which nothing is said. */
const NOTHING = {
  description: '',
  paused: false,
  ended: false,
  internal: false,
  public: true,
  automint: { enabled: false, blockchain: null },
  limitGlobal: null,
  limitPerUser: null,
  cooldownSeconds: null,
  tokenReuse: 'never' as const,
  metadata: {},
  archived: false,
}

/** CA-15: all of it where not all else stays. @throws Rejection REQUIRED_PARAMETER */
export function wholeOf({ slug, name, ...given }: Partial<GivenTerms>): GivenTerms {
  if (slug === undefined || name === undefined)
    throw new Rejection('REQUIRED_PARAMETER', { field: slug === undefined ? 'slug' : 'name' })
  return { slug, name, ...NOTHING, ...given }
}

type Changed = {
  id: string
  partial: boolean
  given: Partial<GivenTerms>
  linked?: readonly string[] | undefined
  updated?: string | undefined
}

/**
 * CA-10 to CA-15: changes what is said of a campaign, and with what it is linked.
 * @throws Rejection CAMPAIGN_NOT_FOUND, VERSION_CONFLICT, CAMPAIGN_INVALID, CAMPAIGN_ENDED, SLUG_TAKEN, PROJECT_ARCHIVED,
 * LINK_UNKNOWN, TOO_MANY_LINKS, REQUIRED_PARAMETER
 */
export function changeCampaign<T extends object>(
  deps: Deps,
  { by, ...call }: Call,
  { id, partial, given, linked, updated }: Changed,
  answer: Answer<T>,
): Promise<T> {
  const terms = partial ? ({ partial, given } as const) : ({ partial, given: wholeOf(given) } as const)
  // CA-15: of the whole, what isn't said is nothing
  const links = linked ?? (partial ? undefined : [])
  let others: readonly Regrouped[] = []
  return decide(deps, campaigns, id, {
    call,
    action: 'campaign.change',
    lock: (tx) => holdLinks(tx, id),
    command: async ({ tx, now }) => {
      const row = await requireCampaign(tx, id)
      const projectId = row.project_id
      await requireOpen(tx, projectId)
      const own = { id, projectId, groupId: row.group_id }
      const linkedNow = links && (await relink(tx, own, links))
      others = linkedNow?.others ?? []
      const read = updated === undefined ? undefined : new Date(updated)
      const known = await couponOf(tx, projectId, given)
      return { type: 'Change', by, now, terms, groupId: linkedNow?.groupId, updated: read, known }
    },
    beside: (within) => regroup(within, by, others),
    answer: async (_left, { tx }) => answer(await requireCampaign(tx, id), tx),
  })
}

/** CA-20: adds pictures, in the place of those by the same names. @throws Rejection CAMPAIGN_NOT_FOUND, PROJECT_ARCHIVED */
export function addPictures<T extends object>(
  deps: Deps,
  { by, ...call }: Call,
  { id, made }: { id: string; made: Readonly<Record<string, string>> },
  answer: Answer<T>,
): Promise<T> {
  return decide(deps, campaigns, id, {
    call,
    action: 'campaign.upload',
    command: async ({ tx, now }) => {
      const row = await requireCampaign(tx, id)
      await requireOpen(tx, row.project_id)
      const terms = { partial: true, given: { assets: { ...row.assets, ...made } } } as const
      return { type: 'Change', by, now, terms }
    },
    answer: async (_left, { tx }) => answer(await requireCampaign(tx, id), tx),
  })
}

/** CA-16: saves a draft. @throws Rejection CAMPAIGN_NOT_FOUND, VERSION_CONFLICT, CAMPAIGN_INVALID, PROJECT_ARCHIVED */
export function saveModel<T extends object>(
  deps: Deps,
  { by, ...call }: Call,
  { id, model, version }: { id: string; model: unknown; version: number },
  answer: Answer<T>,
): Promise<T> {
  return decide(deps, campaigns, id, {
    call,
    action: 'campaign.model',
    command: async ({ tx, now }) => {
      const { project_id: projectId } = await requireCampaign(tx, id)
      await requireOpen(tx, projectId)
      const before = savedRequirements((await findModel(tx, id))?.model.requirements)
      return { type: 'SaveModel', by, now, version, before, ...(await judged(tx, projectId, model, now)) }
    },
    answer: async (_left, { tx }) => answer(await requireCampaign(tx, id), tx),
  })
}

/** CA-16: makes the model live that was read. @throws Rejection CAMPAIGN_NOT_FOUND, VERSION_CONFLICT, CAMPAIGN_INVALID, PROJECT_ARCHIVED */
export function publishModel<T extends object>(
  deps: Deps,
  { by, ...call }: Call,
  { id, version }: { id: string; version: number },
  answer: Answer<T>,
): Promise<T> {
  return decide(deps, campaigns, id, {
    call,
    action: 'campaign.publish',
    command: async ({ tx, now }) => {
      const { project_id: projectId } = await requireCampaign(tx, id)
      await requireOpen(tx, projectId)
      const model = (await findModel(tx, id))?.model
      return { type: 'Publish', by, now, version, judged: await judged(tx, projectId, model, now) }
    },
    answer: async (_left, { tx }) => answer(await requireCampaign(tx, id), tx),
  })
}

/** Holds links and limits of the project of a campaign; of one that is gone there is nothing to hold. */
async function holdLinks(tx: Tx, id: string): Promise<void> {
  const row = await findCampaign(tx, id)
  if (row) await lockKey(tx, linksKey(row.project_id))
}

/** CA-17. @throws Rejection CAMPAIGN_NOT_FOUND, CAMPAIGN_IN_USE, PROJECT_ARCHIVED */
export function deleteCampaign(deps: Deps, { by, ...call }: Call, id: string): Promise<{ _id: string }> {
  return decide(deps, campaigns, id, {
    call,
    action: 'campaign.delete',
    lock: (tx) => holdLinks(tx, id),
    command: async ({ tx, now }) => {
      await requireOpen(tx, (await requireCampaign(tx, id)).project_id)
      return { type: 'Delete', by, now, inUse: await usesOf(tx, id) }
    },
    answer: async () => ({ _id: id }),
  })
}
