import { z } from 'zod'

const about = z.looseObject({ shippingId: z.string(), buyerCustomerId: z.string() })
const topup = z.looseObject({
  topupId: z.string(),
  providerReference: z.string(),
  forShippingId: z.string().optional(),
  payRefused: z.string().optional(),
})
const refused = z.looseObject({
  key: z.string(),
  shippingId: z.string().optional(),
  topupId: z.string().optional(),
})

type Stored = { type: string; data: object }

/** What an event was about, as all events name it. */
function shipping(type: string, flow: string, data: object): Stored {
  const { shippingId: id, buyerCustomerId: customerId, ...rest } = about.parse(data)
  const gross = 'gross' in rest ? { amount: rest.gross } : {}
  return { type, data: { ...rest, ...gross, flow, id, customerId } }
}

/** The flow of a command's key: `topup:…`, `refund:…`, `settle:…`; the other commands were about a shipping's hold. */
function flowOf(key: string): string {
  const name = key.slice(0, key.indexOf(':'))
  if (name === 'settle') return 'settlement'
  return name === 'topup' || name === 'refund' ? name : 'shipping'
}

/** An event of the time in which each movement of a shipping had a type of its own, as it is called now. */
export function upcast(type: string, data: object): Stored {
  switch (type) {
    case 'TopupPosted': {
      const {
        topupId: id,
        providerReference: reference,
        forShippingId,
        payRefused,
        ...rest
      } = topup.parse(data)
      const spent = { flow: 'shipping', id: forShippingId, ...(payRefused && { refused: payRefused }) }
      const capture = forShippingId === undefined ? {} : { capture: spent }
      return { type: 'Posted', data: { ...rest, flow: 'topup', id, reference, ...capture } }
    }
    case 'ShippingPaid':
      return shipping('Captured', 'shipping', data)
    case 'ShippingFundsLocked': {
      const held = 'locked' in data ? { held: data.locked } : {}
      return shipping('Held', 'shipping', { ...data, ...held })
    }
    case 'ShippingFundsReleased':
      return shipping('Released', 'shipping', data)
    case 'ShippingRefunded':
      return shipping('Posted', 'refund', { ...data, reference: '' })
    case 'ShippingSettled':
      return shipping('Posted', 'settlement', { ...data, reference: '' })
    case 'CommandRefused': {
      if ('flow' in data) return { type, data }
      const { key, shippingId, topupId, ...rest } = refused.parse(data)
      return { type, data: { ...rest, key, flow: flowOf(key), id: topupId ?? shippingId ?? '' } }
    }
    default:
      return { type, data }
  }
}
