import { fillFraction, fulfillAdvancedOrderData } from '@talad/contracts/calldata'
import { orderParameters } from '@talad/proto/http/order-book/seaport'
import type { Handover } from './recipient.ts'

/** Calldata of the relayer's fulfilment: this many units of the signed order to the recipient (SP-24). */
export function deliveryData(
  signed: { parameters: unknown; signature: string; total: bigint },
  amount: bigint,
  recipient: string,
): string {
  return fulfillAdvancedOrderData({
    parameters: orderParameters.parse(signed.parameters),
    signature: signed.signature,
    ...fillFraction(amount, signed.total),
    recipient,
  })
}

/** What the relayer's fulfilment hands over. */
export function handoverOf(
  signed: { parameters: unknown },
  item: Pick<Handover, 'contractType' | 'tokenId'> & { contractAddress: string },
  amount: bigint,
): Handover {
  const { offerer, zone } = orderParameters.parse(signed.parameters)
  const { contractAddress: contract, contractType, tokenId } = item
  return { contract, contractType, tokenId, amount, holder: offerer.toLowerCase(), zone: zone.toLowerCase() }
}
