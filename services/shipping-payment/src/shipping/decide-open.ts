import type { OfferedOrder } from '../order/offered.ts'

/** Whether an order can be bought from at this moment: to its display end, not to the signed one (OB-25). */
export function isOnSale({ status, inactive, start, end }: OfferedOrder, now: Date): boolean {
  const live = status === 'offchain' || status === 'validated' || status === 'filled'
  return live && !inactive && now >= start && now < end
}
