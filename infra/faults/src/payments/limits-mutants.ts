import type { Mutant } from '../proof.ts'

const shippingOf = (file: string) => `services/shipping-payment/src/${file}`

/** The ledger decides by nothing but the database: what is spent was never asked to be there. */
const UNCHECKED_BALANCE = {
  file: 'services/ledger/src/transfer/decide.ts',
  find: 'const isWhole = free >= missing',
  replace: 'const isWhole = amount > 0n',
}
const UNCHECKED_ORDERS = {
  file: 'services/order-book/src/order/decide.ts',
  find: 'checkLimits(open, limits)',
  replace: 'checkLimits({ ofCustomer: 0 * open.ofCustomer, ofAsset: 0 }, limits)',
}

/** Checks taken out of the code: no limit may break, as the database holds it alone. */
export const UNCHECKED: readonly Mutant[] = [
  {
    name: 'holder-unchecked',
    says: 'nobody looks whether a thing is being bought before it is bought',
    edit: {
      file: shippingOf('shipping/open.ts'),
      find: 'const holder = await holderOf(deps, wanted.orderHash)',
      replace: 'const holder = await holderOf(deps, wanted.orderHash.slice(1))',
    },
  },
  { name: 'balance-unchecked', says: 'the ledger does not look at a balance', edit: UNCHECKED_BALANCE },
]

export const UNCHECKED_LISTINGS: readonly Mutant[] = [
  { name: 'orders-unchecked', says: 'the order book does not look at its limits', edit: UNCHECKED_ORDERS },
]

type Weakening = { in: 'ledger' | 'service'; statement: string }

/** The constraint that goes when a fault of this name is put in. */
export const WITHOUT: Partial<Record<string, Weakening>> = {
  'one-per-order-gone': { in: 'service', statement: 'drop index shipping_one_per_order' },
  'three-per-buyer-gone': { in: 'service', statement: 'drop trigger shipping_three_per_buyer on shipping' },
  'balance-unguarded': {
    in: 'ledger',
    statement: 'alter table account drop constraint account_spendable_not_negative',
  },
  'holder-unchecked-and-unguarded': { in: 'service', statement: 'drop index shipping_one_per_order' },
  'balance-unchecked-and-unguarded': {
    in: 'ledger',
    statement: 'alter table account drop constraint account_spendable_not_negative',
  },
  'orders-unchecked-and-unguarded': { in: 'service', statement: 'drop trigger order_limits on order_row' },
  'orders-unguarded': { in: 'service', statement: 'drop trigger order_limits on order_row' },
}

/** Whether a check is taken out of the code: then only what the database holds is asked of a run. */
export function isUnchecked(mutant: string | undefined): boolean {
  return [...UNCHECKED, ...UNCHECKED_LISTINGS].some(({ name }) => mutant?.startsWith(name))
}

/** Faults that the proof about purchases must find. */
export const purchaseLimitsMutants: readonly Mutant[] = [
  { name: 'one-per-order-gone', says: 'the database allows two open purchases of an order', size: 2 },
  { name: 'three-per-buyer-gone', says: 'the database allows a buyer four open purchases', size: 2 },
  {
    name: 'balance-unguarded',
    says: 'neither the ledger nor its database look at a balance',
    edit: UNCHECKED_BALANCE,
    size: 2,
  },
]

/** Faults that the proof about orders must find. */
export const listingLimitsMutants: readonly Mutant[] = [
  {
    name: 'orders-unguarded',
    says: 'neither the order book nor its database look at the limits',
    edit: UNCHECKED_ORDERS,
    size: 1,
  },
]
