import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import { collectionTerms as terms } from '@talad/proto/http/campaign/virtual-shapes'
import { z } from 'zod'
import { fromPayloadDraft, type PayloadDraft, toPayloadDraft } from '../payload/draft.ts'
import { type Faults, faultsOf } from '../payload/faults.ts'
import {
  type Extras,
  type ExtrasDraft,
  extrasOf,
  type Kind,
  namedTwice,
  toExtrasDraft,
  writtenExtras,
} from './extras-draft.ts'

/** What is said of a collection or an item, as it stands in the fields. */
export type VirtualDraft = {
  name: string
  slug: string
  description: string
  /** with commas between them */
  tags: string
  limit: string
  payload: PayloadDraft
  extras: ExtrasDraft
}

const { name, slug, description, tags, mint_limit } = terms
const base = z.object({
  name,
  slug,
  description: description.unwrap(),
  tags: tags.unwrap(),
  mint_limit: mint_limit.unwrap(),
})
const schemas = { collection: base.extend(extrasOf.collection), item: base.extend(extrasOf.item) }
export type VirtualTerms = z.output<typeof base> & Extras & { payload: Record<string, unknown> | null }

const NOTHING = { tags: [], mint_limit: null, payload: null, attributes: {}, texts: {} }
const EMPTY: VirtualTerms = { name: '', slug: '', description: '', ...NOTHING }

export function toVirtualDraft(row: VirtualTerms = EMPTY): VirtualDraft {
  return {
    name: row.name,
    slug: row.slug,
    description: row.description,
    tags: row.tags.join(', '),
    limit: row.mint_limit === null ? '' : String(row.mint_limit),
    payload: toPayloadDraft(row.payload),
    extras: toExtrasDraft(row),
  }
}

const written = ({ name, slug, description, tags, limit }: VirtualDraft) => ({
  name,
  slug,
  description,
  tags: tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== ''),
  mint_limit: limit.trim() === '' ? null : Number(limit.trim()),
})

/** Everything that is said, for people to compare. */
export const comparable = (draft: VirtualDraft, kind: Kind): object => ({
  ...written(draft),
  ...writtenExtras(draft.extras, kind),
  payload: fromPayloadDraft(draft.payload) ?? {},
})

/** What was typed, by the contract's own rules; or what is wrong: paths of fields, and paths in the payload. */
export function readVirtual(
  draft: VirtualDraft,
  kind: Kind,
  inherited: Payload | undefined,
): { terms: VirtualTerms } | { wrong: ReadonlySet<string>; faults: Faults } {
  const read = schemas[kind].safeParse({ ...written(draft), ...writtenExtras(draft.extras, kind) })
  const faults = faultsOf(draft.payload, inherited)
  const twice = namedTwice(draft.extras)
  if (read.success && faults.size + twice.length === 0)
    return { terms: { ...read.data, payload: fromPayloadDraft(draft.payload) } }
  const paths = read.error?.issues.map(({ path }) => (path[0] === 'tags' ? 'tags' : path.join('.'))) ?? []
  return { wrong: new Set([...paths, ...twice]), faults }
}
