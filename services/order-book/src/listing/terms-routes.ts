import { distributionPreview, orderTerms } from '@talad/proto/http/order-book/orders'
import {
  DEFAULT_LIST_DURATION,
  DEFAULT_OFFER_DURATION,
  GRACE_SECONDS,
  SEAPORT_VERSION,
  START_TOLERANCE_SECONDS,
} from '@talad/proto/http/order-book/seaport'
import { lowerAddress } from '@talad/shared/chain/address'
import type { App } from '@talad/shared/http/app'
import { formatDecimal } from '@talad/shared/money'
import type { Deps } from '../deps.ts'
import { displayValue, type Part, partOf } from '../fee/decide.ts'
import { shownPayee } from '../fee/decide-payees.ts'
import { feesOf } from '../fee/fees.ts'
import { OFFERER } from '../fee/payees.ts'
import { sharesOf } from '../fee/shares.ts'
import { receiveUnit, toWireShare } from '../fee/wire-share.ts'
import { type Market, MINIMUM_KYC_LEVEL, offersEnabled, type PriceToken } from '../market.ts'
import { checkContractType } from './decide.ts'
import { checkDivisible, checkPrice, type KnownToken, tokenOf } from './decide-price.ts'

function previewPart(part: Part, token: KnownToken) {
  return {
    percent: part.basisPoints / 100,
    value: part.value.toString(),
    displayValue: displayValue(part.value, token.decimals),
    family: token.family,
    familyValue: formatDecimal(part.value, token.decimals),
    symbol: token.symbol,
  }
}

const durationsOf = (durations: Readonly<Record<string, number>>) =>
  Object.entries(durations).map(([label, seconds]) => ({ label, seconds }))

/** A token with its limits; one whose decimals nobody knows can't be priced in. */
function pricedToken({ minimumPrice, maximumPrice }: Market, token: PriceToken) {
  const { address, symbol, decimals, family, shipper } = token
  const minimum = minimumPrice[family]
  if (decimals === undefined || !minimum) return []
  return {
    address,
    symbol,
    decimals,
    family,
    shipper,
    minimum_list: minimum.list,
    minimum_offer: shipper ? null : minimum.offer, // OB-20
    maximum: maximumPrice,
  }
}

/** What comes before an order: who would receive what, and what an order must look like. */
export function termsRoutes(app: App, deps: Deps): void {
  const { market } = deps

  /** OB-34: the functions of POST /order; refuses with UNSUPPORTED_CONTRACT_TYPE, TOKEN_NOT_FOUND and whatever is wrong with a price. */
  app.route(distributionPreview, async ({ body }) => {
    checkContractType(body.contract.type)
    const { type } = body
    const token = tokenOf(lowerAddress(body.token, 'token'), type, market, 'token')
    const raw = checkPrice(body.price, token, { type, field: 'price' }, market)
    const units = BigInt(body.amount)
    checkDivisible(raw, units, 'price') // OB-21
    const contractAddress = lowerAddress(body.contract.address, 'contract.address')
    const item = { blockchain: body.contract.blockchain, contractAddress, tokenId: body.token_id }
    const fees = await feesOf(deps.db, item)
    const shares = await sharesOf(deps.prisma, market, { token, type, raw, units, fees, offerer: OFFERER })
    const net = partOf(shares, 'net')
    const unit = receiveUnit(token)
    return {
      service_fee: previewPart(partOf(shares, 'service'), token),
      royalty_fee: previewPart(partOf(shares, 'royalty'), token),
      net: previewPart(net, token),
      input: previewPart({ basisPoints: 10_000, value: raw }, token),
      output: previewPart(net, token),
      distribution: shares.map((share) => ({
        ...toWireShare(share, unit),
        customer_id: shownPayee(share.customerId, OFFERER, {}), // the same for everybody: it is signed and sent back
      })),
      is_shipping: token.shipper,
      minimum_join_kyc_level: MINIMUM_KYC_LEVEL,
    }
  })

  /** The terms of trade of this installation. */
  app.route(orderTerms, async () => {
    const { pointToken, durations } = market
    return {
      blockchain: market.blockchain,
      chain_id: market.chainId,
      seaport: market.seaport,
      seaport_version: SEAPORT_VERSION,
      zone: market.zone,
      conduit_key: market.conduitKey,
      treasury: market.treasury,
      point_token: {
        address: pointToken.address,
        symbol: pointToken.symbol,
        decimals: pointToken.decimals,
      },
      minimum_price: market.minimumPrice[pointToken.family]?.list ?? '0',
      maximum_price: market.maximumPrice,
      tokens: market.tokens.flatMap((token) => pricedToken(market, token)),
      offers_enabled: await offersEnabled(deps),
      durations: durationsOf(durations.list),
      default_duration: DEFAULT_LIST_DURATION,
      offer_durations: durationsOf(durations.offer),
      default_offer_duration: DEFAULT_OFFER_DURATION,
      maximum_offer_amount: market.maximumOfferAmount,
      grace_seconds: GRACE_SECONDS,
      start_tolerance_seconds: START_TOLERANCE_SECONDS,
      minimum_join_kyc_level: MINIMUM_KYC_LEVEL,
      limits: {
        orders_per_customer: market.limits.ordersPerCustomer,
        orders_per_asset: market.limits.ordersPerAsset,
      },
    }
  })
}
