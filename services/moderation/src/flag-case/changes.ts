import type { FlagCaseDetail } from '@talad/proto/http/moderation/flagging-case'
import type { Text } from '@talad/shared/blacklist/texts'

type Change = NonNullable<FlagCaseDetail['since_decision']>['changes'][number]

/** What an asset is at one moment; null: not known then. */
export type Shown = { texts: readonly Text[] | null; collection: string; owner: string | null }

const TRAIT = 'trait'
const FIELDS = ['name', 'description', 'image', 'animation', 'external_url', 'metadata'] as const

/** What traits are told apart by: what stands before the first colon. */
const traitKey = (text: string): string => text.slice(0, text.indexOf(':') + 1)

const textOf = (texts: readonly Text[], field: string): string | null =>
  texts.find((one) => one.field === field)?.text ?? null

function traitChanges(before: readonly Text[], after: readonly Text[]): Change[] {
  const of = (texts: readonly Text[]) => texts.filter(({ field }) => field === TRAIT).map(({ text }) => text)
  const added = of(after)
  const gone = of(before).filter((text) => {
    const same = added.indexOf(text)
    if (same >= 0) added.splice(same, 1)
    return same < 0
  })
  const changed = gone.map((text) => {
    const now = added.findIndex((one) => traitKey(one) === traitKey(text))
    const [other = null] = now < 0 ? [] : added.splice(now, 1)
    return { field: TRAIT, before: text, after: other }
  })
  return [...changed, ...added.map((text) => ({ field: TRAIT, before: null, after: text }))]
}

/** AW-6: what of an asset is another than it was; nothing is said of what was not known at one of both moments. */
export function changesOf(before: Shown, after: Shown): Change[] {
  const one = (field: string, was: string | null, is: string | null): Change[] =>
    was === is ? [] : [{ field, before: was, after: is }]
  const { texts: was } = before
  const { texts: is } = after
  const said = was && is ? FIELDS.flatMap((field) => one(field, textOf(was, field), textOf(is, field))) : []
  return [
    ...said,
    ...(was && is ? traitChanges(was, is) : []),
    ...(was && is ? one('collection', before.collection, after.collection) : []),
    ...(before.owner === null || after.owner === null ? [] : one('owner', before.owner, after.owner)),
  ]
}
