import type { CryptoEvent, CryptoOpened } from './events.ts'

export type CryptoShipping = Omit<CryptoOpened, 'at'> & {
  status: 'pending' | 'processing' | 'completed' | 'failed' | 'canceled'
  txHash: string | undefined
  sentAt: Date | undefined
  failedReason: string | undefined
  canceledReason: string | undefined
  createdAt: Date
  updatedAt: Date
}

function after(
  shipping: CryptoShipping,
  event: Exclude<CryptoEvent, { type: 'CryptoOpened' }>,
): Partial<CryptoShipping> {
  const { data, type } = event
  switch (type) {
    case 'CryptoSent':
      return { status: 'processing', txHash: data.txHash, sentAt: data.at }
    case 'CryptoProven':
      return { status: 'completed', txHash: data.txHash ?? shipping.txHash }
    case 'CryptoAttributed': {
      const side = shipping.order.type === 'list' ? 'buyerCustomerId' : 'sellerCustomerId'
      return { openedBy: data.customerId, openedByAccount: data.accountId, [side]: data.customerId }
    }
    case 'CryptoFailed':
      return { status: 'failed', failedReason: data.reason }
    case 'CryptoCanceled':
      return { status: 'canceled', canceledReason: data.reason }
  }
}

/** Undefined until it is opened. */
export function evolve(shipping: CryptoShipping | undefined, event: CryptoEvent): CryptoShipping | undefined {
  if (event.type === 'CryptoOpened') {
    const { at, ...data } = event.data
    return {
      ...data,
      status: 'pending',
      txHash: undefined,
      sentAt: undefined,
      failedReason: undefined,
      canceledReason: undefined,
      createdAt: at,
      updatedAt: at,
    }
  }
  return shipping && { ...shipping, ...after(shipping, event), updatedAt: event.data.at }
}
