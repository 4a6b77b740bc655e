import { timestampDate } from '@bufbuild/protobuf/wkt'
import { ShippingChangedSchema } from '@talad/proto/shipping-payment/v1/events'
import { consumer } from '@talad/shared/consumer'
import { noticesOfPurchase } from '../notification/decide.ts'
import { give } from '../notification/stream.ts'

/** Tells buyer and seller how their purchase ended. */
export const shippingChanged = consumer({
  topic: 'shipping-payment.shipping.v1',
  group: 'identity.shipping',
  event: ShippingChangedSchema,
  // nearly all of them tell nobody anything
  together: true,
  run: async ({ asset, at, ...purchase }, { tx, now }) => {
    const { blockchain = '', contractAddress: contract = '', tokenId: token = '' } = asset ?? {}
    const told = noticesOfPurchase({ ...purchase, asset: asset && { blockchain, contract, token } })
    await give(tx, told, at ? timestampDate(at) : now)
  },
})
