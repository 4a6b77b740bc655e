import { page } from '@talad/shared/http/page'
import { Rejection } from '@talad/shared/rejection'
import type { Deps as Around } from '../deps.ts'
import { type Explained, explain, scan } from '../requirement/explain.ts'
import { isOpen } from '../requirement/look.ts'
import type { Holder } from '../requirement/snapshot.ts'
import type { Definition } from './definition.ts'
import { lookAt } from './dry.ts'
import type { OutsideDeps } from './outside.ts'
import { requireDefinition } from './press.ts'
import { shownToken } from './shown.ts'

type Deps = OutsideDeps & Pick<Around, 'db' | 'now'>
type Asked = {
  campaign_id: string
  slot_index: number
  web3_blocks?: Record<string, number> | undefined
  size: number
  index: number
  count?: boolean | undefined
}

const shown = ({ token, state, retryAt }: Explained) => ({
  ...shownToken(token),
  standard: token.standard,
  // what doesn't fit is left out of a scan, and what isn't owned
  state: state === 'unfit' || state === 'not_owned' ? ('unchecked' as const) : state,
  used: state === 'used',
  retry_at: retryAt?.toISOString() ?? null,
})

async function holderOf(deps: Deps, accountId: string, definition: Definition): Promise<Holder> {
  const { outside, known, uses } = await lookAt(deps.db, deps, { accountId, definition, chosen: [] })
  return {
    now: deps.now(),
    campaign: definition,
    candidates: known.map(({ candidate, name, holder: of }) => ({
      ...candidate,
      uses: uses.of(definition.groupId, name, of).map(({ used }) => used),
    })),
    wallets: outside.wallets.get(accountId),
    blocks: outside.blocks,
    atLeast: new Map(),
  }
}

/** CA-31: of a campaign that everybody may know of, the tokens of who asks. @throws Rejection as `scanSlot` */
export async function scanOwnSlot(deps: Deps, accountId: string, asked: Asked) {
  const definition = await requireDefinition(deps, asked.campaign_id)
  if (!definition.public || definition.internal)
    throw new Rejection('CAMPAIGN_NOT_FOUND', { field: 'campaign_id' })
  return scanSlot(deps, accountId, definition, asked)
}

/** CA-31: the tokens of an account that fit a slot. @throws Rejection CAMPAIGN_NOT_FOUND, VALIDATION, UNAVAILABLE (CA-30) */
export async function scanSlot(deps: Deps, accountId: string, definition: Definition, asked: Asked) {
  const slot = definition.slots[asked.slot_index]
  if (!slot) throw new Rejection('VALIDATION', { field: 'slot_index' })
  const atLeast = new Map(Object.entries(asked.web3_blocks ?? {}))
  const own = await holderOf(deps, accountId, { ...definition, slots: [slot] })
  const holder = { ...own, atLeast }
  for (const [chain, { block }] of holder.blocks)
    if (block < (atLeast.get(chain) ?? 0)) throw new Rejection('UNAVAILABLE') // CA-30
  const all = scan(slot, holder)
  const from = asked.size * asked.index
  const list = all.slice(from, from + asked.size).map(shown)
  return {
    ...page(list, asked, asked.count ? all.length : undefined),
    web3_blocks: Object.fromEntries([...holder.blocks].map(([chain, { block }]) => [chain, block])),
    unchecked: isOpen(slot, [], holder),
  }
}

const MOST_EXPLAINED = 20

const explained = ({ token, state, failure, retryAt }: Explained) => ({
  ...shownToken(token),
  state,
  failure: failure
    ? { path: failure.path, wanted: JSON.stringify(failure.wanted), found: JSON.stringify(failure.found) }
    : null,
  retry_at: retryAt?.toISOString() ?? null,
})

/**
 * AW-8: what came of looking at each token that a slot is about.
 * @throws Rejection CAMPAIGN_NOT_FOUND, UNAVAILABLE, of a draft CAMPAIGN_INVALID
 */
export async function explainSlots(deps: Deps, accountId: string, campaignId: string, draft: boolean) {
  const definition = await requireDefinition(deps, campaignId, draft)
  const holder = await holderOf(deps, accountId, definition)
  const all = explain(definition.slots, holder)
  return {
    slots: definition.slots.map((slot, index) => ({
      slot_id: slot.id,
      tag: slot.tag,
      tokens: (all[index] ?? []).slice(0, MOST_EXPLAINED).map(explained),
      total: all[index]?.length ?? 0,
      unchecked: isOpen(slot, [], holder),
    })),
  }
}
