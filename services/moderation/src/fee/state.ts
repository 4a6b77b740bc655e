import { after } from '../decision.ts'
import type { Sheet, SheetEvent, SheetFee } from './events.ts'

const changed = (fees: readonly SheetFee[], id: string, how: Partial<SheetFee>) =>
  fees.map((fee) => (fee.id === id ? { ...fee, ...how } : fee))

function feesAfter(fees: SheetFee[], { type, data }: SheetEvent): SheetFee[] {
  switch (type) {
    case 'FeeSet':
      return fees.some(({ id }) => id === data.fee.id)
        ? changed(fees, data.fee.id, data.fee)
        : [...fees, data.fee]
    case 'FeeSwitched':
      return changed(fees, data.feeId, { enabled: data.enabled })
    case 'FeeRemoved':
      return changed(fees, data.feeId, { enabled: false, removed: true })
    case 'IssuerPlaced':
      return fees
  }
}

export function evolve(state: Sheet | undefined, event: SheetEvent): Sheet {
  const ranges = state?.ranges ?? []
  return {
    ...after(state, event.data),
    fees: feesAfter(state?.fees ?? [], event),
    ranges:
      event.type === 'IssuerPlaced'
        ? [...ranges.filter(({ issuerId }) => issuerId !== event.data.issuerId), ...event.data.ranges]
        : ranges,
  }
}
