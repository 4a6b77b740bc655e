import type { Requirement } from '../definition.ts'
import type { Selection } from '../snapshot.ts'
import { type Case, type GivenCandidate, SECOND } from './generated.ts'
import { fits, stateOf } from './oracle-tokens.ts'

// Says by brute force, and with nothing of the code that it judges, what has to come of a case.

/** All sets of required tags: each group by exactly one of its alternatives. */
function choicesOf({ requirements, given }: Case): string[][] {
  const tags = [...new Set(requirements.map(({ tag }) => tag))]
  const groupOf = (tag: string) => requirements.find((one) => one.tag === tag)?.group
  const ids = [...new Set(requirements.flatMap(({ group }) => group?.id ?? []))]
  const ways = (id: string) => [
    ...new Set(requirements.flatMap(({ group }) => (group?.id === id ? group.alternative : []))),
  ]
  let picks: Record<string, string>[] = [{}]
  for (const id of ids) picks = picks.flatMap((pick) => ways(id).map((way) => ({ ...pick, [id]: way })))
  const all = picks.map((pick) =>
    tags.filter((tag) => pick[groupOf(tag)?.id ?? ''] === groupOf(tag)?.alternative),
  )
  const [pinned] = [...given.selections.keys()].filter((tag) => groupOf(tag))
  return pinned === undefined ? all : all.filter((choice) => choice.includes(pinned))
}

type Wish = { tag: string; sure: number[]; possible: number[] }

/** Every way to give each wish one of its units, or none, no unit twice. */
function* assignments(
  wishes: readonly number[][],
  taken: readonly (number | null)[] = [],
): Generator<(number | null)[]> {
  const [first, ...rest] = wishes
  if (!first) return yield [...taken]
  for (const unit of [...first, null])
    if (unit === null || !taken.includes(unit)) yield* assignments(rest, [...taken, unit])
}

/** First by which are filled, the first of them counting most; then by the units that they have. */
function isBetter(one: (number | null)[], other: (number | null)[]): boolean {
  const at = one.findIndex((unit, index) => (unit === null) !== (other[index] === null))
  if (at !== -1) return one[at] !== null
  const differing = one.findIndex((unit, index) => unit !== other[index])
  return differing !== -1 && Number(one[differing]) < Number(other[differing])
}

const best = (all: Iterable<(number | null)[]>) =>
  [...all].reduce((found, next) => (isBetter(next, found) ? next : found))

/** What is filled for sure, by which unit, and what may be. */
function solve(wishes: readonly Wish[]) {
  const sure = best(assignments(wishes.map((wish) => wish.sure)))
  const keeping = [...assignments(wishes.map((wish) => wish.possible))].filter((one) =>
    one.every((unit, index) => unit !== null || sure[index] === null),
  )
  return { sure, possible: best(keeping).map((unit) => unit !== null) }
}

function slotsOf(one: Case) {
  const { requirements, candidates, given } = one
  const numberOf = ({ token: { chain, virtual } }: GivenCandidate) => (chain ?? virtual)?.tokenId ?? 0n
  const nameOf = ({ token: { chain, virtual } }: GivenCandidate) =>
    chain ? `${chain.blockchain}/${chain.contractAddress}` : `/${virtual?.itemId}`
  const sorted = candidates.toSorted((a, b) =>
    numberOf(a) === numberOf(b) ? (nameOf(a) < nameOf(b) ? -1 : 1) : Number(numberOf(a) - numberOf(b)),
  )
  const states = sorted.map((candidate) => stateOf(one, candidate))
  const slot = (tag: string, order: number) => {
    const selection = given.selections.get(tag)
    const entries = requirements.filter((entry) => entry.tag === tag)
    const looks = sorted.flatMap((candidate, index) => {
      const { token } = candidate
      const isChosen =
        !selection ||
        ('vitemId' in selection
          ? token.virtual?.itemId === selection.vitemId && token.virtual.tokenId === selection.tokenId
          : token.chain?.blockchain === selection.blockchain &&
            token.chain.contractAddress === selection.contractAddress &&
            token.chain.tokenId === selection.tokenId)
      const answers = entries.flatMap((entry) => fits(entry, candidate) ?? [])
      if (!isChosen || answers.length === 0) return []
      const fit = answers.includes('yes') ? 'yes' : answers.includes('unknown') ? 'unknown' : 'no'
      const { state, units, at } = states[index] ?? { state: '', units: 0 }
      const ids = [...Array(units).keys()].map((unit) => index * 10 + unit)
      return [{ index, fit, state, ids, at, read: candidate.read, token }]
    })
    const scarcity = looks
      .filter(({ fit, state }) => fit === 'yes' && state === 'usable')
      .reduce((sum, { index }) => sum + (states[index]?.spare ?? 0), 0)
    const sure = looks.flatMap(({ fit, state, ids }) => (fit === 'yes' && state === 'usable' ? ids : []))
    const possible = looks.flatMap(({ fit, ids }) => (fit === 'no' ? [] : ids))
    const unseen =
      !(selection && looks.some(({ read }) => read)) &&
      entries.some((entry) => isUnseen(one, entry, selection))
    return {
      tag,
      order,
      entries,
      looks,
      selection,
      scarcity,
      sure,
      possible: unseen ? [...possible, 1_000 + order] : possible,
    }
  }
  return { sorted, slots: [...new Set(requirements.map(({ tag }) => tag))].map(slot) }
}

const walletsOn = ({ given: { wallets } }: Case, chain: string | undefined) =>
  (wallets ?? []).some(({ provedOn }) => !provedOn || !chain || provedOn === chain)

/** Whether the index may not see a token that an entry is about. */
function isUnseen(one: Case, entry: Requirement, selection: Selection | undefined): boolean {
  const { wallets, blocks, atLeast } = one.given
  if (entry.nftType === 'VIRTUAL') return false
  if (selection && 'vitemId' in selection) {
    if (entry.type === 'nft' || (entry.vitemId ?? selection.vitemId) !== selection.vitemId) return false
  } else if (selection) {
    if ((entry.blockchain ?? selection.blockchain) !== selection.blockchain) return false
    if ((entry.contractAddress ?? selection.contractAddress) !== selection.contractAddress) return false
  }
  if (!wallets) return true
  const named = selection && 'blockchain' in selection ? selection.blockchain : entry.blockchain
  return ['x', 'y'].some((chain) => {
    const seen = blocks.get(chain)
    const isLate = seen?.isLate || (seen?.block ?? 0) < (atLeast.get(chain) ?? 0)
    return (named ?? chain) === chain && isLate && walletsOn(one, chain)
  })
}

type OracleSlot = ReturnType<typeof slotsOf>['slots'][number]

const isHidden = ({ campaign, given: { caller } }: Case) =>
  (caller === 'user' && !campaign.public) || (caller !== 'machine' && campaign.internal)

/** What is said of the campaign and the account alone. */
function reasonsBefore(one: Case): object[] {
  const { campaign, given } = one
  const { counters, coupon, now } = given
  const { limitGlobal, limitPerUser, cooldownSeconds: cooldown } = campaign
  const found: (object | false)[] = [
    campaign.ended && { code: 'campaign_ended' },
    campaign.paused && { code: 'campaign_paused' },
    isHidden(one) && { code: 'campaign_hidden' },
    limitGlobal !== null &&
      limitGlobal <= counters.global && { code: 'limit_global', used: counters.global, limit: limitGlobal },
  ]
  const { newest, count } = counters.account
  if (cooldown === null) {
    if (limitPerUser !== null && limitPerUser <= count)
      found.push({ code: 'limit_per_user', used: count, limit: limitPerUser })
  } else {
    const limit = limitPerUser ?? 1
    const within = (at: number) =>
      newest.filter((use) => at - use.getTime() < cooldown * SECOND && use.getTime() <= at).length
    let at = now.getTime()
    while (within(at) >= limit) at += SECOND
    if (at > now.getTime())
      found.push({ code: 'cooldown', used: within(now.getTime()), limit, retryAt: new Date(at) })
  }
  if (coupon?.reason) found.push({ code: `coupon_${coupon.reason}`, retryAt: coupon.retryAt })
  return found.filter((one) => one !== false)
}

function supplyOf({ campaign, given: { supplies, soft } }: Case) {
  const left = new Map([...supplies].map(([name, { used, limit }]) => [name, (limit ?? Infinity) - used]))
  const rewards: string[] = []
  const reasons: object[] = []
  for (const { tag, takes } of campaign.rewards) {
    const gone = takes.find((name) => (left.get(name) ?? 0) < 1)
    if (gone === undefined) {
      rewards.push(tag)
      for (const name of takes) left.set(name, (left.get(name) ?? 0) - 1)
    } else {
      const { used, limit } = supplies.get(gone) ?? { used: 0, limit: 0 }
      reasons.push({ code: 'supply_exhausted', tag, used, limit })
    }
  }
  return { reasons, rewards: soft || reasons.length === 0 ? rewards : [] }
}

function saidOf(one: Case, slot: OracleSlot, filled: boolean, possible: boolean) {
  const { tag, looks, selection } = slot
  if (filled) return { own: [], tokens: [] }
  if (possible)
    return { own: [{ code: 'requirement_unchecked', tag, retryAt: one.given.retryAt }], tokens: [] }
  const fitting = looks.filter(({ fit }) => fit === 'yes')
  const used = fitting.filter(({ state }) => state === 'used')
  const at = Math.min(...used.map((look) => look.at ?? Infinity))
  const tokens = [
    ...(used.length > 0
      ? [{ code: 'token_used', tag, retryAt: at === Infinity ? undefined : new Date(at) }]
      : []),
    ...(fitting.some(({ state }) => state === 'suspended') ? [{ code: 'token_suspended', tag }] : []),
  ]
  const isForeign = selection && looks.every(({ state }) => state === 'not_owned')
  const own = [{ code: isForeign ? 'token_not_owned' : 'requirement_unmet', tag }]
  return tokens.length > 0 ? { own: [], tokens } : { own, tokens: [] }
}

/** Of two slots that ask for the same, each has entries that are told the same of. */
const askedBy = ({ entries }: OracleSlot) =>
  entries
    .map(({ tag, slotId, group, ...rest }) => JSON.stringify(rest, Object.keys(flat(rest)).sort()))
    .sort()
    .join()
/** All names in a value, at any depth: `JSON.stringify` takes them for the order of keys. */
function flat(value: unknown): Record<string, true> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.assign({}, ...Object.entries(value).map(([key, inner]) => ({ [key]: true, ...flat(inner) })))
}

/** What has to come of a case. */
export function expected(one: Case) {
  if (one.given.caller === 'user' && isHidden(one))
    return { outcome: 'unmet', reasons: [{ code: 'campaign_hidden' }], rewards: [], slots: [] }
  const { sorted, slots } = slotsOf(one)
  const tries = choicesOf(one).map((choice) => {
    const required = slots
      .filter(({ tag }) => choice.includes(tag))
      .sort((a, b) => a.scarcity - b.scarcity || a.order - b.order)
    const { sure, possible } = solve(required)
    const lacking = possible.filter((is) => !is).length
    return {
      required,
      sure,
      possible,
      lacking,
      unchecked: sure.filter((unit) => unit === null).length - lacking,
    }
  })
  const nearest = tries.reduce((best, next) =>
    next.lacking < best.lacking || (next.lacking === best.lacking && next.unchecked < best.unchecked)
      ? next
      : best,
  )
  const told = slots.map((slot) => {
    const isRequired = nearest.required.includes(slot)
    const { required, sure, possible } = isRequired ? nearest : { required: [slot], ...solve([slot]) }
    const at = required.indexOf(slot)
    const unit = sure[at] ?? null
    const isPossible = possible[at] ?? false
    const token = unit === null ? undefined : sorted[Math.floor(unit / 10)]?.token
    const alike = required.flatMap((peer, index) =>
      askedBy(peer) === askedBy(slot) ? [sure[index] !== null] : [],
    )
    const needsWallet = slot.entries.every(
      ({ type, nftType, blockchain }) =>
        (type === 'nft' || nftType === 'ERC721') && !walletsOn(one, blockchain),
    )
    const state = token
      ? { state: 'met', token: { chain: token.chain, virtual: token.virtual } }
      : isPossible
        ? { state: 'unchecked' }
        : needsWallet
          ? { state: 'connect' }
          : { state: 'have', have: alike.filter(Boolean).length, need: alike.length }
    const said = isRequired ? saidOf(one, slot, unit !== null, isPossible) : { own: [], tokens: [] }
    return { tag: slot.tag, isRequired, ...state, said }
  })
  const unknown = [...one.given.selections.keys()].filter((tag) => !slots.some((slot) => slot.tag === tag))
  const against = [
    ...reasonsBefore(one),
    ...told.flatMap(({ said }) => said.own),
    ...unknown.map((tag) => ({ code: 'requirement_unmet', tag })),
    ...told.flatMap(({ said }) => said.tokens),
  ]
  const { reasons, rewards } = supplyOf(one)
  const isNo = against.some((reason) => !('code' in reason) || reason.code !== 'requirement_unchecked')
  const isSupplied = reasons.length === 0 || rewards.length > 0
  const outcome = isNo ? 'unmet' : against.length > 0 ? 'unchecked' : isSupplied ? 'met' : 'unsupplied'
  return { outcome, reasons: [...against, ...reasons], rewards, slots: told.map(({ said, ...rest }) => rest) }
}
