import { cancelData, incrementCounterData, seaportInterface } from '@talad/contracts/calldata'
import { orderComponents } from '@talad/contracts/seaport'
import { draftListing } from '@talad/dev/seed/listing'
import { control, type Person, visit } from '@talad/dev/seed/site'
import { signWithJoin } from '@talad/e2e/people'
import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { ResponseError } from '@talad/proto/http/client'
import { identityHttp } from '@talad/proto/http/identity/accounts'
import { setDisplayName } from '@talad/proto/http/identity/display-names'
import { erasePersonalData } from '@talad/proto/http/identity/personal-data'
import { unsetProfilePicture } from '@talad/proto/http/identity/profile-picture'
import { type Order, orderBookHttp } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { newId } from '@talad/shared/ids'
import { until } from '@talad/shared/testing/wait'
import { Interface, Wallet } from 'ethers'
import { patientCall } from '../crowd/patient.ts'
import { signInCrowd } from '../crowd/people.ts'
import { reserve } from '../crowd/purchase.ts'
import { endsAs, type Harness, type Scenario } from './harness.ts'
import { insist } from './insist.ts'

const PATIENT_MS = 120_000

/** Whoever sells what concerns all of a seller's listings. */
function specialSeller({ system }: Harness): Person {
  const seller = system.crowd.sellers.at(-1)
  if (!seller) throw new Error('nobody sells')
  return seller
}

/** Puts a favourite, puts it again among others, takes it away; reads what they are told. */
async function like(person: Person): Promise<void> {
  const params = { kind: 'asset', id: '0'.repeat(24) } as const
  await person.call(identityHttp.putFavourite, { params })
  await person.call(identityHttp.mergeFavourites, { body: { assets: [params.id], collections: [] } })
  await person.call(identityHttp.removeFavourite, { params })
  await person.call(identityHttp.readNotifications, { body: { until: params.id } })
}

/** A first sign-in by Join, the profile, a signature on the phone, and everything forgotten again (ID-42). */
const joinVisit: Scenario = async (harness) => {
  const { run } = harness.system
  await insist(async () => {
    const [person] = await signInCrowd(run, `visitor-${harness.next()}`, 1, PATIENT_MS)
    if (!person) throw new Error('nobody signed in')
    await person.call(identityHttp.customerProfile, { body: {} })
    await like(person)
    const display_name = `Visitor ${harness.next()}`
    await person.call(setDisplayName, { body: { display_name } })
    await person.call(setDisplayName, { body: { display_name: null } })
    const level = { level: 'GOLD' }
    await control(run, 'PATCH', `join/users/${person.joinId}`, level)
    const terms = await person.call(orderBookHttp.orderTerms, {})
    const contract = run.contracts.collections[0]?.address ?? ''
    const wish = { contract, type: 'erc721', tokenId: '1', amount: 1n, priceSatang: 20_000n } as const
    await signWithJoin(run, person)(await draftListing(run, person, terms, wish))
    await person.call(erasePersonalData, { body: { confirm: 'erase' } })
  })
}

/** A second wallet is linked to an account, and unlinked again. */
async function moveWallet({ system }: Harness, token: string): Promise<void> {
  const call = patientCall(
    visit(system.run, () => token),
    PATIENT_MS,
  )
  const wallet = Wallet.createRandom()
  const { message } = await call(identityHttp.web3Nonce, { query: { from: wallet.address } })
  const body = { from: wallet.address, signature: await wallet.signMessage(message) }
  const linked = await call(identityHttp.web3Integrate, { body })
  const links = await call(identityHttp.findIdentityLinks, {})
  const mine = Array.isArray(links) ? links.map(({ _id }) => _id).at(-1) : undefined
  const left = await call(identityHttp.unlinkIdentity, { query: { id: mine ?? '' } })
  if (linked.wallets.length !== 2 || left.wallets.length !== 1)
    throw new Error(`${linked.wallets.length} wallets were linked, ${left.wallets.length} were left`)
}

/** A sign-in with a wallet, renewed tokens, and the end of the session. What breaks on the way is begun anew. */
const walletVisit: Scenario = async (harness) => {
  const { run } = harness.system
  await insist(async () => {
    const call = patientCall(visit(run), PATIENT_MS)
    const wallet = Wallet.createRandom()
    const query = { from: wallet.address }
    const foreign = await call(identityHttp.web3Nonce, { query })
    const forged = {
      from: wallet.address,
      signature: await Wallet.createRandom().signMessage(foreign.message),
    }
    const refused = await call(identityHttp.web3Authorize, { body: forged }).then(
      () => 'accepted',
      (error: unknown) => (error instanceof ResponseError ? error.code : String(error)),
    )
    if (refused === 'accepted') throw new Error('a foreign signature was accepted')
    const { message } = await call(identityHttp.web3Nonce, { query })
    const body = { from: wallet.address, signature: await wallet.signMessage(message) }
    const { tokenPair } = await call(identityHttp.web3Authorize, { body })
    await moveWallet(harness, tokenPair.accessToken)
    const refreshToken = { refreshToken: tokenPair.refreshToken ?? '' }
    await call(identityHttp.halfRefresh, { body: refreshToken })
    const renewed = await call(identityHttp.fullRefresh, { body: refreshToken })
    await call(identityHttp.logout, { body: { refreshToken: renewed.tokenPair.refreshToken ?? '' } })
  })
}

/** What somebody likes is kept once, and not any more when it was taken back; so is their picture. */
const favourites: Scenario = (harness) =>
  harness.withBuyer(async ({ call }) => {
    const [asset, collection] = [newId(), newId()]
    const kept = async () => {
      const { assets, collections } = await call(identityHttp.listFavourites, {})
      return [...assets, ...collections].filter(({ id }) => id === asset || id === collection).length
    }
    await call(identityHttp.putFavourite, { params: { kind: 'asset', id: asset } })
    await call(identityHttp.mergeFavourites, { body: { assets: [asset], collections: [collection] } })
    const both = await kept()
    await call(identityHttp.removeFavourite, { params: { kind: 'asset', id: asset } })
    await call(identityHttp.removeFavourite, { params: { kind: 'collection', id: collection } })
    await call(unsetProfilePicture, {})
    const none = await kept()
    if (both !== 2 || none !== 0)
      throw new Error(`${both} of 2 favourites were kept, then ${none} of those taken back`)
  })

/** Metadata of a token that there is none of, asked for again: what is frozen is never fetched again (AI-1). */
const sync: Scenario = async (harness) => {
  const { run } = harness.system
  const call = patientCall(visit(run), PATIENT_MS)
  const { goods } = harness.system.crowd
  const good = goods[harness.next() % goods.length]
  if (!good) throw new Error('there is nothing to look at')
  const query = { bc: run.blockchain, ad: good.contract, ti: good.tokenId }
  const asset = await insist(() => call(assetIndexerHttp.getAsset, { query }))
  await call(assetIndexerHttp.syncAsset, { params: { asset_id: asset._id }, query: { force: '1' } })
}

/** Something new to sell, of which all services hear by the chain. */
const mint: Scenario = (harness) => harness.mint(1)

/** The market shows an order a moment after it has taken it. */
function orUnknown<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof ResponseError && error.code === 'order_not_found') return undefined
    throw error
  })
}

const token = new Interface([
  'function setApprovalForAll(address, bool)',
  'function transferFrom(address, address, uint256)',
])

/**
 * An order that the seller validates and then cancels on the chain, others ended by the counter (OB-15), and one whose
 * token the seller moves away (OB-16).
 */
const chainOrders: Scenario = (harness) =>
  harness.alone('special seller', async () => {
    const { run } = harness.system
    const seller = specialSeller(harness)
    const [nobody] = harness.system.crowd.buyers
    if (!nobody) throw new Error('there are no buyers')
    const becomes = (order: Order, wanted: string) =>
      until(
        `the order is ${wanted}`,
        async () => {
          const found = seller.call(orderBookHttp.getOrder, { query: { ha: order.hash } })
          return (await orUnknown(found))?.order.status === wanted
        },
        harness.patientMs,
      )
    const first = (await harness.offer('chain-cancel', nobody, seller)).order
    const { counter, ...parameters } = first.order.parameters
    const signed = [{ parameters, signature: first.order.signature }]
    const { seaport } = run.contracts
    await harness.send(seller.address, seaport, seaportInterface.encodeFunctionData('validate', [signed]))
    await becomes(first, 'validated')
    await harness.send(seller.address, seaport, cancelData([orderComponents(parameters, counter)]))
    await becomes(first, 'cancelled')
    const second = (await harness.offer('chain-counter', nobody, seller)).order
    await harness.send(seller.address, seaport, incrementCounterData())
    await becomes(second, 'cancelled')
    const third = await harness.offer('chain-departure', nobody, seller)
    third.moved = true
    const [other] = harness.system.crowd.sellers
    if (!other) throw new Error('there are no other sellers')
    const move = (from: Person, to: Person) =>
      harness.send(
        from.address,
        third.good.contract,
        token.encodeFunctionData('transferFrom', [from.address, to.address, third.good.tokenId]),
      )
    await move(seller, other)
    await becomes(third.order, 'cancelled')
    await move(other, seller)
  })

/** SP-25: paid, and then it can't be delivered: the buyer has the points again. */
const refund: Scenario = (harness) =>
  harness.alone('special seller', () =>
    harness.withBuyer(async (buyer) => {
      const seller = specialSeller(harness)
      const { run } = harness.system
      const deal = await harness.offer('refund', buyer, seller)
      await harness.give(buyer, deal.priceSatang)
      const allow = (yes: boolean) =>
        harness.send(
          seller.address,
          deal.good.contract,
          token.encodeFunctionData('setApprovalForAll', [run.contracts.seaport, yes]),
        )
      const { _id } = await reserve(buyer, deal.order)
      await allow(false)
      try {
        const body = { shipping_id: _id }
        await buyer.call(shippingPaymentHttp.topupAndPay, { body }).catch(async (error: unknown) => {
          // SP-22: the order book was faster, and nothing was paid
          if (!(error instanceof ResponseError && error.code === 'shipping_not_ready')) throw error
          await buyer.call(shippingPaymentHttp.cancelPayment, { body })
        })
        await endsAs(harness, deal, _id, ['failed', 'canceled'])
      } finally {
        await allow(true)
      }
    }),
  )

export const visits = {
  'join-visit': joinVisit,
  'wallet-visit': walletVisit,
  favourites,
  sync,
  mint,
  'chain-orders': chainOrders,
  refund,
} satisfies Record<string, Scenario>
