import { ResponseError } from '@talad/proto/http/client'
import { z } from 'zod'
import type { Faults } from '../../payload/faults.ts'
import { unreadable } from './condition-draft.ts'
import { type ModelDraft, rangesOf } from './draft.ts'

/** Fields of an entry that its slot has. */
const OF_SLOT = ['tag', 'slotId', 'group']

/**
 * What the server calls `requirements.2.tokenId` by the part of a draft that it is about: `<key>.tokenId`; of a slot it is
 * `<id>.tag`. What is of no part is of the whole: the empty path.
 */
export function placeOf({ slots, rewards }: ModelDraft, path: string): string {
  const [list, at, ...field] = path.replace(/^model\./, '').split('.')
  if (list === 'rewards') {
    const reward = rewards[Number(at)]
    return reward ? [reward.key, ...field].join('.') : ''
  }
  if (list !== 'requirements') return ''
  const entries = slots.flatMap((slot) => slot.entries.map(({ key }) => ({ id: slot.id, key })))
  const entry = entries[Number(at)]
  if (!entry) return ''
  return [OF_SLOT.includes(field[0] ?? '') ? entry.id : entry.key, ...field].join('.')
}

const refusal = z.object({ errors: z.array(z.object({ path: z.string(), message: z.string() })) })

/** What a refusal of the server says of a draft, by its parts. */
export function refusedModel(error: unknown, draft: ModelDraft): Faults {
  if (!(error instanceof ResponseError) || error.code !== 'campaign_invalid') return new Map()
  const read = refusal.safeParse(error.problem?.details)
  return new Map((read.data?.errors ?? []).map(({ path, message }) => [placeOf(draft, path), message]))
}

/** What can't be sent as it is typed, or would be sent as something else. */
export function typedFaults({ slots, rewards }: ModelDraft): Faults {
  const twice = (parts: readonly { id: string; tag: string }[]): [string, string][] =>
    parts
      .filter(({ id, tag }) => parts.some((one) => one.id !== id && one.tag.trim() === tag.trim()))
      .map(({ id }) => [`${id}.tag`, 'must not be named twice'])
  const entries = slots.flatMap((slot) => slot.entries)
  return new Map([
    ...twice(slots),
    ...twice(rewards.map(({ key, tag }) => ({ id: key, tag }))),
    ...entries
      .filter(({ tokenRanges }) => rangesOf(tokenRanges) === undefined)
      .map(({ key }): [string, string] => [`${key}.tokenRanges`, 'must be [from, to]']),
    ...entries
      .flatMap(({ condition }) => (condition ? unreadable(condition) : []))
      .map(({ key }): [string, string] => [`${key}.json`, 'must be JSON']),
  ])
}

/** The parts of a draft that faults are about. */
const partsOf = ({ slots, rewards }: ModelDraft): ReadonlyMap<string, object> =>
  new Map([
    ...slots.map((slot): [string, object] => [slot.id, slot]),
    ...slots.flatMap(({ entries }) => entries).map((entry): [string, object] => [entry.key, entry]),
    ...rewards.map((reward): [string, object] => [reward.key, reward]),
  ])

/** Of faults that were found once, those whose part of the draft is as it was then. */
export function standing(faults: Faults, then: ModelDraft, now: ModelDraft): Faults {
  const [was, is] = [partsOf(then), partsOf(now)]
  const rest = [...faults].filter(([path]) => {
    const [id = ''] = path.split('.')
    return id === '' ? then === now : is.has(id) && is.get(id) === was.get(id)
  })
  return new Map(rest)
}

/** What is wrong with a field of a part; `deep`: or with what lies within. */
export const faultAt = (faults: Faults, id: string, field: string, deep = false): string | undefined =>
  faults.get(`${id}.${field}`) ??
  (deep ? [...faults].find(([path]) => path.startsWith(`${id}.${field}.`))?.[1] : undefined)
