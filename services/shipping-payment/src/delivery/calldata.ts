import { fillFraction, fulfillAdvancedOrderData } from '@talad/contracts/calldata'
import { orderParameters } from '@talad/proto/http/seaport'

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
