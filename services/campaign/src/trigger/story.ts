import { HIDDEN, type Verdict } from '../requirement/decide.ts'
import type { Token } from '../requirement/snapshot.ts'
import type { Ending, Story } from './events.ts'

/** A token as it is stored and shown: ids are decimal text (GW-16). */
export const placeOf = ({ chain, virtual }: Pick<Token, 'chain' | 'virtual'>) => ({
  ...(chain && { chain: { ...chain, tokenId: chain.tokenId.toString() } }),
  ...(virtual && { virtual: { ...virtual, tokenId: virtual.tokenId.toString() } }),
})

/** CA-27, CA-33, CA-43: what couldn't be checked is our fault, and may be tried again. */
const STATUS = { met: 400, unmet: 201, unsupplied: 202, unchecked: 200 } as const
const DRY_STATUS = { met: 300, unmet: 201, unsupplied: 201, unchecked: 200 } as const

export const statusOf = ({ outcome }: Verdict): Ending => STATUS[outcome]
/** CA-33: a failed dry run is 201. */
export const dryStatusOf = ({ outcome }: Verdict) => DRY_STATUS[outcome]

/** The earliest moment at which none of what is against it by time or by doubt is so any more; null: there is none. */
function retryAtOf({ reasons }: Verdict): Date | null {
  const times = reasons.map(({ retryAt }) => retryAt?.getTime())
  if (times.length === 0 || times.some((at) => at === undefined)) return null
  return new Date(Math.max(...times.flatMap((at) => at ?? [])))
}

/** What is kept of how something was decided. */
export function storyOf(verdict: Verdict, versions: Story['versions']): Story {
  return {
    versions: verdict === HIDDEN ? {} : versions, // CA-10: they count how often it was published
    blocks: Object.fromEntries(verdict.blocks),
    slots: verdict.slots.map((slot) => ({
      id: slot.id,
      tag: slot.tag,
      isRequired: slot.isRequired,
      state: slot.state,
      ...(slot.state === 'met' && { token: { standard: slot.token.standard, ...placeOf(slot.token) } }),
      ...(slot.state === 'connect' && { blockchains: [...slot.blockchains] }),
      ...(slot.state === 'have' && { have: slot.have, need: slot.need }),
    })),
    reasons: [...verdict.reasons],
    retryAt: retryAtOf(verdict),
  }
}
