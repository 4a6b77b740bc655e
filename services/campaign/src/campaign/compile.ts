import type { Finding } from '@talad/proto/http/campaign/payload/check'
import { plainWords } from '@talad/proto/http/common'
import { z } from 'zod'
import { notJson } from '../payload/plain.ts'
import { checkRequirements } from '../requirement/check.ts'
import type { Requirement } from '../requirement/definition.ts'
import type { Artifacts, Model } from './events.ts'

const MOST_BYTES = 262_144
const DEEPEST = 32
const MOST_REWARDS = 16
const LARGEST_TOKEN = 4_294_967_295
const MOST_FINDINGS = 100
const MOST_PATH = 300

const reward = z.strictObject({
  type: z.literal('vnft'),
  tag: plainWords(100).min(1),
  nftItemId: z.string().regex(/^[0-9a-f]{24}$/, 'must be the id of an item'),
  tokenId: z
    .string()
    .regex(/^[1-9][0-9]{0,9}$/, 'must be a decimal string from 1')
    .refine((text) => Number(text) <= LARGEST_TOKEN, 'must have at most 32 bits')
    .optional(),
})
type Reward = z.infer<typeof reward>

/** What of the collections and items that a model names is of its project. */
export type Known = {
  collections: ReadonlySet<string>
  items: ReadonlyMap<string, { collectionId: string; archived: boolean }>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Ids of collections and items that a model may name, to look them up before it is judged. */
export function namesIn(model: unknown): string[] {
  const { requirements, rewards } = isObject(model) ? model : {}
  const parts = [requirements, rewards].flatMap((list) => (Array.isArray(list) ? list.slice(0, 100) : []))
  const named = parts
    .filter(isObject)
    .flatMap(({ vcollectionId, vitemId, nftItemId }) => [vcollectionId, vitemId, nftItemId])
  return [...new Set(named.filter((id) => typeof id === 'string'))].filter((id) => /^[0-9a-f]{24}$/.test(id))
}

type Checked<T> = { value: T } | { errors: Finding[] }

function checkRewards(given: unknown): Checked<Reward[]> {
  if (!Array.isArray(given)) return { errors: [{ path: '', message: 'must be a list' }] }
  if (given.length > MOST_REWARDS)
    return { errors: [{ path: '', message: `must have at most ${MOST_REWARDS} entries` }] }
  const { data, error } = z.array(reward).safeParse(given)
  if (!data)
    return {
      errors: error.issues.flatMap(({ path, message, ...issue }) =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'is no known field' }))
          : [{ path: path.join('.'), message }],
      ),
    }
  const twice = data.findIndex(({ tag }, at) => data.findIndex((one) => one.tag === tag) !== at)
  if (twice < 0) return { value: data }
  return { errors: [{ path: `${twice}.tag`, message: 'must not be the tag of another reward' }] }
}

/** CA-24: what is of no collection or item of the project can never be had, nor given. */
function checkNamed(
  requirements: readonly Requirement[],
  rewards: readonly Reward[],
  known: Known,
): Finding[] {
  const ofRequirements = requirements.flatMap(({ vcollectionId, vitemId }, at) => {
    const errors: Finding[] = []
    const item = vitemId === undefined ? undefined : known.items.get(vitemId)
    const refuse = (field: string, message: string) =>
      errors.push({ path: `requirements.${at}.${field}`, message })
    if (vcollectionId !== undefined && !known.collections.has(vcollectionId))
      refuse('vcollectionId', 'must be a collection of this project')
    if (vitemId !== undefined && !item) refuse('vitemId', 'must be an item of this project')
    if (item && vcollectionId !== undefined && item.collectionId !== vcollectionId)
      refuse('vitemId', 'must be an item of vcollectionId')
    return errors
  })
  const ofRewards = rewards.flatMap(({ nftItemId }, at) => {
    const item = known.items.get(nftItemId)
    if (item && !item.archived) return []
    const message = item ? 'must not be archived' : 'must be an item of this project'
    return [{ path: `rewards.${at}.nftItemId`, message }]
  })
  return [...ofRequirements, ...ofRewards]
}

const below = (name: string, errors: readonly Finding[]) =>
  errors.map(({ path, message }) => ({ path: path === '' ? name : `${name}.${path}`, message }))

type Slots = { before: readonly Requirement[]; newId: () => string }
type Compiled = { model: Model; artifacts: Artifacts } | { errors: Finding[] }

function check(given: unknown, known: Known, slots: Slots): Compiled {
  if (!isObject(given)) return { errors: [{ path: '', message: 'must be an object' }] }
  const impossible = notJson(given, DEEPEST)
  if (impossible.length > 0) return { errors: impossible }
  if (Buffer.byteLength(JSON.stringify(given)) > MOST_BYTES)
    return { errors: [{ path: '', message: 'must have at most 256 kB' }] }
  const { requirements: asked = [], rewards: promised = [] } = given
  const requirements = checkRequirements(asked, slots.before, slots.newId)
  const rewards = checkRewards(promised)
  const wrong = [
    ...('errors' in requirements ? below('requirements', requirements.errors) : []),
    ...('errors' in rewards ? below('rewards', rewards.errors) : []),
  ]
  if ('errors' in requirements || 'errors' in rewards) return { errors: wrong }
  const errors = checkNamed(requirements.requirements, rewards.value, known)
  if (errors.length > 0) return { errors }
  return {
    model: { ...given, requirements: requirements.requirements, rewards: rewards.value },
    artifacts: {
      requirements: requirements.requirements,
      rewards: rewards.value.map((one) => ({
        ...one,
        collectionId: known.items.get(one.nftItemId)?.collectionId ?? '',
      })),
    },
  }
}

/**
 * CA-16, CA-24: what triggers would read of a model, and the model with the ids of its slots in it.
 * @param given whatever was sent
 * @param known what of the collections and items that it names is of its project
 * @param slots.before requirements from which slots keep their ids, the newest last
 * @returns all that is wrong, by path, at most 100 findings; or both
 */
export function compile(given: unknown, known: Known, slots: Slots): Compiled {
  const checked = check(given, known, slots)
  if (!('errors' in checked)) return checked
  return {
    errors: checked.errors
      .slice(0, MOST_FINDINGS)
      .map(({ path, message }) => ({ path: path.slice(0, MOST_PATH), message })),
  }
}
