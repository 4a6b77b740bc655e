import type { Finding } from '@talad/proto/http/campaign/payload/check'
import { readCondition } from './condition.ts'
import { type Requirement, requirement } from './definition.ts'

type Entry = Omit<Requirement, 'slotId'> & { slotId?: string | undefined }

const MOST_TAGS = 16
const MOST_GROUPS = 8
const MOST_ALTERNATIVES = 8
const MOST_ENTRIES = 64
const MOST_BYTES = 262_144
const MOST_FINDINGS = 100
const MOST_PATH = 300

/** Why no token could ever be what an entry asks for (CA-24). */
function impossibilities(entry: Entry): [string, string][] {
  const { type, nftType, tokenId, tokenRanges = [] } = entry
  const isVirtual = type === 'vnft'
  const found: [string, string][] = []
  const refuse = (message: string, ...fields: (keyof Entry)[]) => {
    for (const field of fields) if (entry[field] !== undefined) found.push([field, message])
  }
  if (isVirtual) {
    if (entry.vcollectionId === undefined && entry.vitemId === undefined)
      found.push(['vcollectionId', 'is required, or vitemId'])
    if (nftType === 'VIRTUAL')
      refuse('must not be combined with nftType VIRTUAL', 'blockchain', 'contractAddress')
  } else {
    for (const field of ['blockchain', 'contractAddress'] as const)
      if (entry[field] === undefined) found.push([field, 'is required with type nft'])
    if (nftType === undefined || nftType === 'VIRTUAL')
      found.push(['nftType', 'must be ERC721 or ERC1155 with type nft'])
    refuse('must not be combined with type nft', 'vcollectionId', 'vitemId')
  }
  const isWithin = ([from, to]: readonly [string, string], id: bigint) =>
    BigInt(from) <= id && id <= BigInt(to)
  if (tokenId !== undefined && tokenRanges.length > 0)
    if (!tokenRanges.some((range) => isWithin(range, BigInt(tokenId))))
      found.push(['tokenId', 'must lie within tokenRanges'])
  return found
}

function checkEntry(given: unknown, path: string): { entry?: Entry; errors: Finding[] } {
  const { success, data, error } = requirement.safeParse(given)
  if (!success) {
    const errors = error.issues.flatMap(({ path: within, message, ...issue }) => {
      const at = [path, ...within].join('.')
      return issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ path: `${at}.${key}`, message: 'is no known field' }))
        : [{ path: at, message }]
    })
    return { errors }
  }
  const errors = impossibilities(data).map(([field, message]) => ({ path: `${path}.${field}`, message }))
  if (data.traitCondition !== undefined) {
    const read = readCondition(data.traitCondition, `${path}.traitCondition`)
    if ('errors' in read) errors.push(...read.errors)
  }
  return { entry: data, errors }
}

/** CA-21: entries of a tag fill one slot, which has one id and is in one alternative. */
function checkTogether(entries: readonly Entry[]): Finding[] {
  const errors: Finding[] = []
  const slots = new Map<string, { first: Entry; slotId?: string | undefined }>()
  const owners = new Map<string, string>()
  const groups = new Map<string, Set<string>>()
  for (const [index, entry] of entries.entries()) {
    const refuse = (field: string, message: string) => errors.push({ path: `${index}.${field}`, message })
    const { tag, slotId, group } = entry
    const slot = slots.get(tag) ?? { first: entry, slotId }
    slots.set(tag, slot)
    if (group?.id !== slot.first.group?.id || group?.alternative !== slot.first.group?.alternative)
      refuse('group', 'must be the same for each entry of a tag')
    if (slotId !== undefined) {
      slot.slotId ??= slotId
      if (slot.slotId !== slotId) refuse('slotId', 'must be the same for each entry of a tag')
      if ((owners.get(slotId) ?? tag) !== tag) refuse('slotId', 'must not be the id of another tag')
      owners.set(slotId, owners.get(slotId) ?? tag)
    }
    if (group) groups.set(group.id, (groups.get(group.id) ?? new Set()).add(group.alternative))
  }
  const whole = (message: string) => errors.push({ path: '', message })
  if (slots.size > MOST_TAGS) whole(`must have at most ${MOST_TAGS} tags`)
  if (groups.size > MOST_GROUPS) whole(`must have at most ${MOST_GROUPS} groups`)
  for (const [id, alternatives] of groups)
    if (alternatives.size > MOST_ALTERNATIVES)
      whole(`must have at most ${MOST_ALTERNATIVES} alternatives of group ${id}`)
  return errors
}

/** A slot keeps its id, also when its tag is renamed, where the editor sends it back. */
function withSlotIds(entries: readonly Entry[], before: readonly Requirement[], newId: () => string) {
  const given = new Set(entries.map(({ slotId }) => slotId))
  const ids = new Map<string, string>()
  for (const { tag, slotId } of before) if (!given.has(slotId)) ids.set(tag, slotId)
  for (const { tag, slotId } of entries) if (slotId !== undefined) ids.set(tag, slotId)
  return entries.map((entry): Requirement => {
    const slotId = ids.get(entry.tag) ?? newId()
    ids.set(entry.tag, slotId)
    return { ...entry, slotId }
  })
}

/**
 * Looks at the requirements that somebody wants to save for a campaign (CA-21, CA-24 to CA-26).
 * @param given whatever was sent
 * @param before what the campaign has now, from which slots keep their ids
 * @param newId makes the id of a slot that is new
 * @returns all that is wrong, by path, at most 100 findings; or what is stored
 */
export function checkRequirements(
  given: unknown,
  before: readonly Requirement[],
  newId: () => string,
): { requirements: Requirement[] } | { errors: Finding[] } {
  if (!Array.isArray(given)) return { errors: [{ path: '', message: 'must be a list' }] }
  if (given.length > MOST_ENTRIES)
    return { errors: [{ path: '', message: `must have at most ${MOST_ENTRIES} entries` }] }
  const checked = given.map((one, index) => checkEntry(one, String(index)))
  const errors = checked.flatMap((one) => one.errors)
  const entries = checked.flatMap(({ entry }) => entry ?? [])
  if (errors.length === 0) errors.push(...checkTogether(entries))
  if (errors.length === 0 && Buffer.byteLength(JSON.stringify(entries)) > MOST_BYTES)
    errors.push({ path: '', message: 'must have at most 256 kB' })
  if (errors.length > 0)
    return {
      errors: errors
        .slice(0, MOST_FINDINGS)
        .map(({ path, message }) => ({ path: path.slice(0, MOST_PATH), message })),
    }
  return { requirements: withSlotIds(entries, before, newId) }
}
