import type { ContentKey } from '@talad/proto/http/assessment'
import { cancelOrder, distributionPreview, orderTerms, putOrder } from '@talad/proto/http/order-book'
import {
  DEFAULT_LIST_DURATION,
  GRACE_SECONDS,
  SEAPORT_VERSION,
  START_TOLERANCE_SECONDS,
} from '@talad/proto/http/seaport'
import { requireAssessment } from '@talad/shared/assessments'
import { lowerAddress } from '@talad/shared/chain/address'
import { type App, customer } from '@talad/shared/http/app'
import { formatDecimal } from '@talad/shared/money'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { displayValue, distribute, type Part, partOf } from '../fee/decide.ts'
import { feesOf } from '../fee/fees.ts'
import { toWireShare } from '../fee/wire-share.ts'
import { MINIMUM_KYC_LEVEL, type PriceToken } from '../market.ts'
import { presentOne, viewerOf } from '../viewer/present.ts'
import { cancelListing } from './cancel.ts'
import { checkContractType, checkKyc, checkPrice, findToken } from './decide.ts'
import { OFFERER } from './decide-distribution.ts'
import { putListing } from './put.ts'

function previewPart(part: Part, token: PriceToken & { decimals: number }) {
  return {
    percent: part.basisPoints / 100,
    value: part.value.toString(),
    displayValue: displayValue(part.value, token.decimals),
    family: token.family,
    familyValue: formatDecimal(part.value, token.decimals),
    symbol: token.symbol,
  }
}

/** OB-9: who may list at all (checks 1 to 4) is settled before the body is looked at. */
function checkSellersFirst(app: App, deps: Deps): void {
  const isPut = ({ method, routeOptions }: FastifyRequest) =>
    method === putOrder.method && routeOptions.url === putOrder.path
  app.fastify.addHook('preParsing', async (request) => {
    if (isPut(request)) checkKyc(customer(request.actor).kycLevel, deps.market) // OB-9 3
  })
  app.fastify.addHook('preValidation', async (request) => {
    if (!isPut(request)) return
    await requireAssessment(deps.db, customer(request.actor).customerId, assessmentFor(request.body)) // OB-9 4
  })
}

const wanted = z.object({ order: z.object({ type: z.string() }) })

/** OB-36: who sells is asked other things than who offers. @param body as it came, before its shape is looked at */
function assessmentFor(body: unknown): ContentKey {
  return wanted.safeParse(body).data?.order.type === 'offer' ? 'new_buyer' : 'new_seller'
}

/** Put and cancel; refusals by the rows of rejections.ts. */
export function listingRoutes(app: App, deps: Deps): void {
  checkSellersFirst(app, deps)

  /** OB-9: takes PutOrderBody, answers 201 {order}, the stored one when the order is known already (OB-11). */
  app.route(putOrder, async ({ body, actor }) => {
    const view = await putListing(deps, customer(actor), body)
    return { order: await presentOne(deps, view, await viewerOf(deps, actor)) }
  })

  /** OB-13, OB-14: takes {order_id}, answers 200 {order}; again and again with the same result. */
  app.route(cancelOrder, async ({ body, actor }) => {
    const view = await cancelListing(deps, body.order_id, customer(actor).customerId)
    return { order: await presentOne(deps, view, await viewerOf(deps, actor)) }
  })
}

/** What comes before a listing: who would receive what, and what an order must look like. */
export function termsRoutes(app: App, deps: Deps): void {
  const { market } = deps

  /** OB-34: the functions of POST /order; refuses with UNSUPPORTED_CONTRACT_TYPE, TOKEN_NOT_FOUND and whatever is wrong with a price. */
  app.route(distributionPreview, async ({ body }) => {
    checkContractType(body.contract.type)
    const token = findToken(lowerAddress(body.token, 'token'), market)
    const raw = checkPrice(body.price, token, { type: 'list', field: 'price' }, market)
    const fees = await feesOf(deps.prisma, lowerAddress(body.contract.address, 'contract.address'))
    const shares = distribute(raw, fees, OFFERER)
    const net = partOf(shares, 'net')
    return {
      service_fee: previewPart(partOf(shares, 'service'), token),
      royalty_fee: previewPart(partOf(shares, 'royalty'), token),
      net: previewPart(net, token),
      input: previewPart({ basisPoints: 10_000, value: raw }, token),
      output: previewPart(net, token),
      distribution: shares.map(toWireShare),
      is_shipping: token.shipper,
      minimum_join_kyc_level: MINIMUM_KYC_LEVEL,
    }
  })

  /** The terms of trade of this installation. */
  app.route(orderTerms, async () => {
    const { pointToken } = market
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
      durations: Object.entries(market.durations).map(([label, seconds]) => ({ label, seconds })),
      default_duration: DEFAULT_LIST_DURATION,
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
