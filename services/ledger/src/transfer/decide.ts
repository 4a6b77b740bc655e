import { Rejection } from '@talad/shared/rejection'
import type { Command, PayShipping, Unit } from './commands.ts'
import type { LedgerEvent } from './events.ts'
import { lockLegs, payLegs, refundLegs, releaseLegs, settleLegs, topupLegs } from './legs.ts'
import { accountOf, type Escrow, type Held, spendable, withLegs } from './state.ts'

type Of<T extends Command['type']> = Extract<Command, { type: T }>

/** LG-3: only bought points pay; earned baht are never converted by themselves. */
const POINTS: Unit = 'pt_thb'

function requirePositive(value: bigint): void {
  if (value <= 0n) throw new Rejection('INVALID_AMOUNT')
}

/** The shipping's escrow, if it is the one that the command means. */
function escrowOf(
  books: Held,
  command: { shippingId: string; buyerCustomerId: string; gross?: bigint },
): Escrow | undefined {
  const escrow = books.escrows.get(command.shippingId)
  if (!escrow) return undefined
  const sameGross =
    command.gross === undefined || escrow.state === 'released' || escrow.gross === command.gross
  if (escrow.buyerCustomerId !== command.buyerCustomerId || !sameGross) throw new Rejection('ESCROW_MISMATCH')
  return escrow
}

function pay(command: PayShipping, books: Held, at: Date): LedgerEvent[] {
  const { shippingId, buyerCustomerId, gross, attempt } = command
  requirePositive(gross)
  const escrow = escrowOf(books, command)
  if (escrow?.state === 'released') throw new Rejection('SHIPPING_RELEASED')
  if (escrow && escrow.state !== 'open') throw new Rejection('SHIPPING_ALREADY_PAID')
  const locked = escrow?.locked ?? 0n
  const free = spendable(accountOf(books, buyerCustomerId, POINTS))
  const common = { shippingId, buyerCustomerId, gross, at }
  if (free + locked >= gross) {
    // SP-13: the lock ends and the gross moves in one transaction: no moment where points can be spent twice
    const legs = [
      ...releaseLegs(shippingId, buyerCustomerId, locked),
      ...payLegs(shippingId, buyerCustomerId, gross),
    ]
    return [{ type: 'ShippingPaid', data: { ...common, legs } }]
  }
  if (!command.lockPartial) throw new Rejection('INSUFFICIENT_FUNDS') // LG-4
  const legs = lockLegs(shippingId, buyerCustomerId, free, attempt)
  return [{ type: 'ShippingFundsLocked', data: { ...common, attempt, locked: locked + free, legs } }]
}

function postTopup(command: Of<'PostTopup'>, books: Held, at: Date): LedgerEvent[] {
  const { topupId, customerId, unit, value, provider, providerReference } = command
  requirePositive(value)
  const posted = (payRefused?: string): LedgerEvent => ({
    type: 'TopupPosted',
    data: {
      topupId,
      customerId,
      unit,
      value,
      provider,
      providerReference,
      at,
      legs: topupLegs(topupId, customerId, unit, value),
      ...(command.pay ? { forShippingId: command.pay.shippingId } : {}),
      ...(payRefused ? { payRefused } : {}),
    },
  })
  if (!command.pay) return [posted()]
  try {
    return [posted(), ...pay({ ...command.pay, lockPartial: false }, withLegs(books, posted().data.legs), at)]
  } catch (error) {
    // SP-19: money beats state: the top-up is credited whatever became of the shipping
    if (error instanceof Rejection) return [posted(error.code)]
    throw error
  }
}

function release(command: Of<'ReleaseShippingFunds'>, books: Held, at: Date): LedgerEvent[] {
  const { shippingId, buyerCustomerId } = command
  const escrow = escrowOf(books, command)
  if (escrow?.state === 'released') return []
  if (escrow && escrow.state !== 'open') throw new Rejection('SHIPPING_ALREADY_PAID')
  const released = escrow?.locked ?? 0n
  const legs = releaseLegs(shippingId, buyerCustomerId, released)
  return [{ type: 'ShippingFundsReleased', data: { shippingId, buyerCustomerId, released, at, legs } }]
}

function requirePaid(books: Held, command: Of<'RefundShipping'> | Of<'SettleShipping'>): void {
  if (escrowOf(books, command)?.state !== 'paid') throw new Rejection('SHIPPING_NOT_PAID')
}

function refund(command: Of<'RefundShipping'>, books: Held, at: Date): LedgerEvent[] {
  requirePaid(books, command)
  const { shippingId, buyerCustomerId, gross } = command
  const legs = refundLegs(shippingId, buyerCustomerId, gross) // SP-25
  return [{ type: 'ShippingRefunded', data: { shippingId, buyerCustomerId, gross, at, legs } }]
}

function settle(command: Of<'SettleShipping'>, books: Held, at: Date): LedgerEvent[] {
  requirePaid(books, command)
  const { shippingId, buyerCustomerId, sellerCustomerId, gross, parts } = command
  const total = parts.reduce((sum, part) => sum + part.value, 0n)
  if (total !== gross || parts.some((part) => part.value < 0n)) throw new Rejection('PARTS_DONT_SUM') // OB-29
  const net = parts.filter((part) => part.type === 'net').reduce((sum, part) => sum + part.value, 0n)
  const legs = settleLegs(shippingId, gross, parts) // SP-27
  return [
    {
      type: 'ShippingSettled',
      data: { shippingId, buyerCustomerId, sellerCustomerId, gross, net, at, legs },
    },
  ]
}

/**
 * What one command makes of the books. Pure; `at` is the time of posting.
 * @throws Rejection INVALID_AMOUNT, INSUFFICIENT_FUNDS, SHIPPING_ALREADY_PAID, SHIPPING_RELEASED, SHIPPING_NOT_PAID,
 * ESCROW_MISMATCH, PARTS_DONT_SUM
 */
export function decide(command: Command, books: Held, at: Date): LedgerEvent[] {
  switch (command.type) {
    case 'PostTopup':
      return postTopup(command, books, at)
    case 'PayShipping':
      return pay(command, books, at)
    case 'ReleaseShippingFunds':
      return release(command, books, at)
    case 'RefundShipping':
      return refund(command, books, at)
    case 'SettleShipping':
      return settle(command, books, at)
  }
}
