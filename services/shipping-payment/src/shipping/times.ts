import type { ShippingEvent } from './events.ts'

/** When each thing happened; of what happened more than once, the last time. */
export type Times = {
  card?: Date
  cardFailed?: Date
  paid?: Date
  sent?: Date
  mined?: Date
  completed?: Date
  failed?: Date
  refunded?: Date
  canceled?: Date
}

/** The times after one more thing has happened. */
export function timesAfter(times: Times, event: ShippingEvent): Times {
  const { at } = event.data
  switch (event.type) {
    case 'CardStarted':
      return { ...times, card: at }
    case 'CardFailed':
      return { ...times, cardFailed: at }
    case 'PaymentCompleted':
      return { ...times, paid: at }
    case 'DeliveryProgressed':
      return event.data.txStatus === 'sent' ? { ...times, sent: at } : times
    case 'DeliveryConfirmed':
      return { ...times, mined: at }
    case 'ShippingSettled':
      return { ...times, completed: at }
    case 'DeliveryFailed':
    case 'DeliveryLost':
      return { ...times, failed: at }
    case 'ShippingRefunded':
      return { ...times, refunded: at }
    case 'ShippingCanceled':
      return { ...times, canceled: at }
    default:
      return times
  }
}
