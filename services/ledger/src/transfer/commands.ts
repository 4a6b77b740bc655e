/** Units of money (LG-2): points bought by top-up, and baht earned by selling. Both count 1/100 baht. */
export type Unit = 'pt_thb' | 'ft_thb'

export type PayShipping = {
  shippingId: string
  buyerCustomerId: string
  gross: bigint
  attempt: number
  lockPartial: boolean
}

export type Part = {
  /** empty: the platform's own account for this type */
  customerId: string
  type: 'net' | 'royalty' | 'service'
  value: bigint
}

/** What the ledger can be asked to do; amounts in 1/100 baht. The same shapes as on the bus (proto/ledger/v1). */
export type Command =
  | {
      type: 'PostTopup'
      topupId: string
      customerId: string
      unit: Unit
      value: bigint
      provider: string
      providerReference: string
      pay: PayShipping | undefined
    }
  | ({ type: 'PayShipping' } & PayShipping)
  | { type: 'ReleaseShippingFunds'; shippingId: string; buyerCustomerId: string }
  | { type: 'RefundShipping'; shippingId: string; buyerCustomerId: string; gross: bigint }
  | {
      type: 'SettleShipping'
      shippingId: string
      buyerCustomerId: string
      sellerCustomerId: string
      gross: bigint
      parts: readonly Part[]
    }

/** The natural idempotency key of a command (GW-10, LG-7): the same key posts once, for ever. */
export function keyOf(command: Command): string {
  switch (command.type) {
    case 'PostTopup':
      return `topup:${command.topupId}`
    case 'PayShipping':
      return `pay:${command.shippingId}:${command.attempt}`
    case 'ReleaseShippingFunds':
      return `release:${command.shippingId}`
    case 'RefundShipping':
      return `refund:${command.shippingId}`
    case 'SettleShipping':
      return `settle:${command.shippingId}`
  }
}
