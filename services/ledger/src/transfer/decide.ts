import { Rejection } from '@talad/shared/rejection'
import type { Capture, Command, Of, Posting } from './commands.ts'
import type { Leg, OutcomeEvent } from './events.ts'
import { type HoldFlow, holdFlow, isCustomer, kindOf, type PostFlow, postFlow } from './flows.ts'
import { captureLegs, lockLegs, postLegs, releaseLegs } from './legs.ts'
import { accountOf, type Hold, holdKey, type Reading, spendable, withLegs } from './state.ts'

function requirePositive(...values: readonly bigint[]): void {
  if (values.some((value) => value <= 0n)) throw new Rejection('INVALID_AMOUNT')
}

function requireOpen(hold: Hold): void {
  if (hold.state === 'released') throw new Rejection('HOLD_RELEASED')
  if (hold.state !== 'open') throw new Rejection('HOLD_CAPTURED')
}

type About = { flow: string; id: string; customerId: string; amount?: bigint }

/** The hold that a command means, if there is one. @throws Rejection HOLD_MISMATCH for somebody else's or another amount */
function holdOf(state: Reading, { flow, id, customerId, amount }: About): Hold | undefined {
  const hold = state.holds.get(holdKey(flow, id))
  if (!hold) return undefined
  // one that was released before anything was held has no amount
  const same = amount === undefined || hold.state === 'released' || hold.amount === amount
  if (hold.customerId !== customerId || !same) throw new Rejection('HOLD_MISMATCH')
  return hold
}

function captured(command: Capture, row: HoldFlow, held: bigint, at: Date): OutcomeEvent {
  const { flow, id, customerId, amount } = command
  const { captureTo } = row
  if (captureTo === undefined) throw new Rejection('FLOW_NOT_ALLOWED')
  // SP-13: the hold ends and the amount moves in one transaction: no moment where it can be spent twice
  const legs = [...releaseLegs(command, row, held), ...captureLegs(command, { ...row, captureTo }, amount)]
  return { type: 'Captured', data: { flow, id, customerId, amount, at, legs } }
}

function capture(command: Capture, state: Reading, at: Date): OutcomeEvent[] {
  const row = holdFlow(command.flow)
  requirePositive(command.amount)
  const hold = holdOf(state, command)
  if (!hold && !row.fromFree) throw new Rejection('HOLD_NOT_FOUND')
  if (hold) requireOpen(hold)
  const held = hold?.held ?? 0n
  const free = row.fromFree ? spendable(accountOf(state, command.customerId, row.unit)) : 0n
  if (held + free < command.amount) throw new Rejection('INSUFFICIENT_FUNDS') // LG-4
  return [captured(command, row, held, at)]
}

function hold(command: Of<'Hold'>, state: Reading, at: Date): OutcomeEvent[] {
  const { flow, id, customerId, amount, attempt } = command
  const row = holdFlow(flow)
  requirePositive(amount)
  const before = holdOf(state, command)
  if (before) requireOpen(before)
  const held = before?.held ?? 0n
  const missing = amount - held
  const free = spendable(accountOf(state, customerId, row.unit))
  const isWhole = free >= missing
  if (isWhole && command.capture) return [captured(command, row, held, at)]
  if (!isWhole && !command.upTo) throw new Rejection('INSUFFICIENT_FUNDS') // LG-4
  const more = isWhole ? missing : free
  const legs = lockLegs(command, row, more, attempt)
  return [{ type: 'Held', data: { flow, id, customerId, amount, held: held + more, attempt, at, legs } }]
}

function release(command: Of<'Release'>, state: Reading, at: Date): OutcomeEvent[] {
  const { flow, id, customerId } = command
  const row = holdFlow(flow)
  const before = holdOf(state, command)
  if (before?.state === 'released') return []
  if (before) requireOpen(before)
  const released = before?.held ?? 0n
  const legs = releaseLegs(command, row, released)
  return [{ type: 'Released', data: { flow, id, customerId, released, at, legs } }]
}

/** LG-5: a flow posts only what its row names. */
function requireSides(row: PostFlow, postings: readonly Posting[]): void {
  const sides: readonly string[] = row.sides
  for (const { account, type, unit } of postings)
    if (!sides.includes(`${kindOf(account)} ${type} ${unit}`)) throw new Rejection('FLOW_NOT_ALLOWED')
}

/** LG-1: what goes out comes in, in each unit. */
function requireZeroSum(postings: readonly Posting[]): void {
  const sums = new Map<string, bigint>()
  for (const { unit, type, value } of postings)
    sums.set(unit, (sums.get(unit) ?? 0n) + (type === 'in' ? value : -value))
  if (postings.length === 0 || [...sums.values()].some((sum) => sum !== 0n))
    throw new Rejection('LEGS_DONT_SUM')
}

/** What a posting moves on is moved as a whole, once, and nobody else gets the money that it gives back. */
function requireHold(command: Of<'Post'>, ends: NonNullable<PostFlow['ends']>, state: Reading): void {
  const { id, customerId, postings } = command
  const before = holdOf(state, { flow: ends.flow, id, customerId })
  if (before?.state !== ends.from) throw new Rejection('HOLD_NOT_CAPTURED')
  const { unit } = holdFlow(ends.flow)
  const taken = postings.filter((one) => one.unit === unit && one.type === 'out')
  if (taken.reduce((sum, { value }) => sum + value, 0n) !== before.amount)
    throw new Rejection('HOLD_MISMATCH')
  requireOwn(command, unit)
}

/** A customer's side of a posting is that of the command's customer; in a unit, if one is given. */
function requireOwn({ postings, customerId }: Of<'Post'>, unit?: Posting['unit']): void {
  const others = postings.filter((one) => isCustomer(one.account) && one.account !== customerId)
  if (others.some((one) => unit === undefined || one.unit === unit)) throw new Rejection('FLOW_NOT_ALLOWED')
}

/** LG-4: nobody's spendable balance goes below zero, whoever asks for it. */
function requireFunds(state: Reading, legs: readonly Leg[]): void {
  const after = withLegs(state, legs)
  for (const { account, unit } of legs.filter((leg) => isCustomer(leg.account) && leg.flowType === 'out'))
    if (spendable(accountOf(after, account, unit)) < 0n) throw new Rejection('INSUFFICIENT_FUNDS')
}

/** A flow may end a hold of its id before it moves the money that was held, in the same transaction. */
function freed({ id }: Of<'Post'>, { frees }: PostFlow, state: Reading, at: Date): OutcomeEvent[] {
  const held = frees && state.holds.get(holdKey(frees, id))
  if (!frees || held?.state !== 'open') return []
  return release({ type: 'Release', flow: frees, id, customerId: held.customerId }, state, at)
}

function post(command: Of<'Post'>, before: Reading, at: Date): OutcomeEvent[] {
  const row = postFlow(command.flow)
  const free = freed(command, row, before, at)
  return [
    ...free,
    ...postOnto(
      command,
      row,
      free.reduce((state, { data }) => withLegs(state, data.legs), before),
      at,
    ),
  ]
}

function postOnto(command: Of<'Post'>, row: PostFlow, state: Reading, at: Date): OutcomeEvent[] {
  const { flow, id, customerId, postings, reference } = command
  requirePositive(...postings.map(({ value }) => value))
  requireSides(row, postings)
  requireZeroSum(postings)
  if (row.ends) requireHold(command, row.ends, state)
  else requireOwn(command)
  const legs = postLegs(command, row, postings)
  requireFunds(state, legs)
  const about = command.capture && { flow: command.capture.flow, id: command.capture.id }
  const posted = (refused?: string): OutcomeEvent => ({
    type: 'Posted',
    data: {
      flow,
      id,
      customerId,
      reference,
      at,
      legs,
      ...(about && { capture: { ...about, ...(refused !== undefined && { refused }) } }),
    },
  })
  if (!command.capture) return [posted()]
  try {
    return [posted(), ...capture(command.capture, withLegs(state, legs), at)]
  } catch (error) {
    // SP-19: money beats state: what has come in is posted whatever became of what it was for
    if (error instanceof Rejection) return [posted(error.code)]
    throw error
  }
}

/**
 * What one command makes of the accounts and holds. Pure; `at` is the time of posting.
 * @throws Rejection as in rejections.ts
 */
export function decide(command: Command, state: Reading, at: Date): OutcomeEvent[] {
  if (!isCustomer(command.customerId)) throw new Rejection('NOT_A_CUSTOMER')
  switch (command.type) {
    case 'Post':
      return post(command, state, at)
    case 'Hold':
      return hold(command, state, at)
    case 'Capture':
      return capture(command, state, at)
    case 'Release':
      return release(command, state, at)
  }
}
