import type { BotEvidence, BotRule } from '@talad/proto/http/moderation/flagging-finding'
import { NEAR_PICTURES } from '@talad/proto/perceptual-hash'
import { blacklisted } from '@talad/shared/blacklist/domains'
import type { Text } from '@talad/shared/blacklist/texts'
import { imitated } from '@talad/shared/near-names'
import { markupIn } from './markup.ts'

/** What the maker of an asset says of it. */
export type Reading = { collectionName: string; texts: readonly Text[] }

/** What it is compared with. */
export type Known = {
  blacklist: ReadonlySet<string>
  /** it is of an active issuer, so it imitates nobody */
  isIssued: boolean
  /** names of issuers, and of collections that they issue of */
  names: readonly string[]
  /** the picture of an issuer that is nearest to its own; distance in bits of 256 */
  near: { name: string; distance: number } | undefined
}

/** What a rule has found. */
export type Finding = { rule: BotRule; confidence: number; evidence: BotEvidence }

/** MO-14: rules that are so sure that what they find is suspended at once. */
export const instantRules: ReadonlySet<string> = new Set<BotRule>(['blacklisted_domain'])

const MOST_SHOWN = 300
const shown = (text: string) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text)

function domainRule({ texts }: Reading, { blacklist }: Known): Finding[] {
  const found = blacklisted(texts, blacklist)
  if (!found) return []
  const evidence = { field: found.field, found: shown(found.text), like: null, distance: null }
  return [{ rule: 'blacklisted_domain', confidence: 1, evidence }]
}

function pictureRule(_: Reading, { near, isIssued }: Known): Finding[] {
  if (isIssued || !near || near.distance > NEAR_PICTURES) return []
  const confidence = Math.round(100 * (1 - near.distance / (2 * NEAR_PICTURES))) / 100
  const evidence = { field: 'image', found: '', like: shown(near.name), distance: near.distance }
  return [{ rule: 'copied_picture', confidence, evidence }]
}

function nameRule({ collectionName, texts }: Reading, { names, isIssued }: Known): Finding[] {
  if (isIssued) return []
  const own = texts.find(({ field }) => field === 'name')?.text ?? ''
  for (const [field, name] of [
    ['collection', collectionName],
    ['name', own],
  ] as const) {
    const like = imitated(name, names)
    if (like === undefined) continue
    const evidence = { field, found: shown(name), like: shown(like), distance: null }
    return [{ rule: 'imitated_name', confidence: field === 'collection' ? 0.9 : 0.7, evidence }]
  }
  return []
}

function markupRule({ texts, collectionName }: Reading): Finding[] {
  const found = markupIn([...texts, { field: 'collection', text: collectionName }])
  if (!found) return []
  const evidence = { field: found.field, found: shown(found.text), like: null, distance: null }
  return [{ rule: 'markup', confidence: found.runs ? 0.95 : 0.6, evidence }]
}

/** MO-15: what the rules of bots find in an asset, one finding a rule at most. */
export function judge(reading: Reading, known: Known): Finding[] {
  return [domainRule, pictureRule, nameRule, markupRule].flatMap((rule) => rule(reading, known))
}
