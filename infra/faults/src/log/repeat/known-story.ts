import { fromBinary } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { type Random, times } from '@talad/demo/random'
import type { Terms } from '@talad/order-book/public-state/terms'
import {
  AssetChangedSchema,
  AssetMetadataReadSchema,
  AssetTransferredSchema,
} from '@talad/proto/asset-indexer/v1/events'
import { AccountChangedSchema, PersonErasedSchema } from '@talad/proto/identity/v1/events'
import { AssessmentChangedSchema, ReportDecidedSchema } from '@talad/proto/moderation/v1/events'
import { FeesChangedSchema } from '@talad/proto/moderation/v1/fee'
import { IssuerChangedSchema } from '@talad/proto/moderation/v1/issuer'
import { IssuedSuspensionSchema, SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { ShippingChangedSchema } from '@talad/proto/shipping-payment/v1/events'
import type { OutMessage } from '@talad/shared/bus/port'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import { hexOf } from '../order-samples.ts'
import { NOW, type Step, sent } from './steps.ts'

/** What others publish of people, assets and purchases, and what a copy must know in the end. */
type Story = { messages: OutMessage[]; copy: string }

const flag = (value: boolean) => (value ? 't' : 'f')

function story(name: string, count: number, make: (n: number) => { out: Outgoing; copy: string }): Story {
  const all = times(count, make)
  return { messages: all.map(({ out }, n) => sent(name, n, out)), copy: all.at(-1)?.copy ?? '' }
}

/** How an account changes: its level, its wallets. */
export function accountStory(name: string, { accountId, customerId }: Terms, random: Random): Story {
  return story(`identity:${name}`, 2 + Math.floor(random() * 3), (n) => {
    const kycLevel = Math.floor(random() * 4)
    const wallets = times(Math.floor(random() * 3), (w) => ({
      address: hexOf(`${name} ${w}`, 40),
      provider: 'web3',
    }))
    const message = { accountId, customerId, kycLevel, wallets, revision: 2 * n + 1 }
    return {
      out: outgoing('identity.account.v1', accountId, AccountChangedSchema, message),
      copy: `account ${accountId} ${kycLevel} ${message.revision} ${wallets.length}`,
    }
  })
}

/** Somebody has everything forgotten that is kept of their person (ID-42). */
export function erasureStory(name: string, { accountId, customerId }: Terms): OutMessage[] {
  const message = { accountId, customerId, at: timestampFromDate(NOW) }
  const out = outgoing('identity.account.v1', accountId, PersonErasedSchema, message)
  return [sent(`identity.erased:${name}`, 0, out)]
}

/** How an asset changes: it may be traded or not. Some changes come within one millisecond. */
export function assetStory(name: string, { contract, tokenId }: Terms, random: Random): Story {
  return story(`asset-indexer.asset:${name}`, 2 + Math.floor(random() * 3), (n) => {
    const tradable = random() < 0.6
    const about = {
      assetId: hexOf(name, 24),
      blockchain: 'kub',
      contractAddress: contract,
      contractType: 'erc1155',
      tokenId,
    }
    const at = timestampFromDate(new Date(NOW.getTime() + Math.floor(n / 2)))
    const message = { ...about, collectionId: 'c', name: `${name} ${n}`, tradable, at }
    return {
      out: outgoing('asset-indexer.asset.v1', `${contract}:${tokenId}`, AssetChangedSchema, message),
      copy: `asset ${tokenId} ${flag(tradable)} ${name} ${n}`,
    }
  })
}

/** What is read of an asset that is known: now and then there is something to report. */
export function readingStory(name: string, { contract, tokenId }: Terms, random: Random): Story {
  return story(`asset-indexer.reading:${name}`, 2 + Math.floor(random() * 3), (n) => {
    const description = random() < 0.5 ? 'drawn by hand' : `<b>${n}</b> at evil.example`
    const about = { assetId: hexOf(name, 24), blockchain: 'kub', contractAddress: contract, tokenId }
    const at = timestampFromDate(new Date(NOW.getTime() + n))
    const texts = [{ field: 'description', text: description }]
    const message = { ...about, collectionName: 'c', texts, metadataHash: hexOf(description, 64), at }
    return {
      out: outgoing('asset-indexer.asset.v1', `${contract}:${tokenId}`, AssetMetadataReadSchema, message),
      copy: `reading ${tokenId} ${message.metadataHash}`,
    }
  })
}

/** How a suspension of some tokens of a contract comes and goes (MO-5). */
export function suspensionStory(
  name: string,
  { contract, tokenId, from = '0' }: Pick<Terms, 'contract' | 'tokenId'> & { from?: string },
  changes: number,
): Story {
  const suspensionId = hexOf(`suspension ${name}`, 24).slice(2)
  return story(`moderation.suspension:${name}`, changes, (n) => {
    const range = { blockchain: 'kub', contractAddress: contract, tokenFrom: from, tokenTo: tokenId }
    const status = n % 2 === 0 ? 'suspended' : 'unsuspended'
    const at = timestampFromDate(new Date(NOW.getTime() + n))
    const message = { suspensionId, status, ...range, revision: n + 1, at }
    return {
      out: outgoing('moderation.suspension.v1', `kub:${contract}`, SuspensionChangedSchema, message),
      copy: suspensionCopy(message),
    }
  })
}

const suspensionCopy = (message: { suspensionId: string; status: string; revision: number }) =>
  `suspension ${message.suspensionId} ${flag(message.status === 'suspended')} ${message.revision}`

/** Suspensions of what nobody buys. */
export function otherSuspensions(name: string, random: Random): OutMessage[][] {
  const contract = hexOf(`a contract of ${name}`, 40)
  return times(2, (n) => {
    const item = { contract, tokenId: `${n}` }
    return suspensionStory(`other-${n} of ${name}`, item, 1 + Math.floor(random() * 4)).messages
  })
}

/** What a copy must know of the suspensions in these steps. */
export function suspensionsIn<D>(steps: readonly Step<D>[]): string[] {
  const copies = new Map<string, string>()
  for (const step of steps) {
    if (!('message' in step) || step.message.type !== SuspensionChangedSchema.typeName) continue
    const suspension = fromBinary(SuspensionChangedSchema, step.message.payload)
    copies.set(suspension.suspensionId, suspensionCopy(suspension))
  }
  return [...copies.values()]
}

/** Which version of an assessment counts, and which the seller of an order has passed. */
export function assessmentStory(name: string, { customerId }: Terms, random: Random): Story {
  const contentKey = 'new_seller'
  const whose = random() < 0.5 ? '' : `${customerId} ${name}`
  return story(`moderation.assessment:${name}`, 2 + Math.floor(random() * 3), (n) => {
    const message = { contentKey, customerId: whose, questionsVersion: n + 1, revision: 2 * n + 1 }
    return {
      out: outgoing('moderation.assessment.v1', `${contentKey}:${whose}`, AssessmentChangedSchema, message),
      copy: `assessment ${whose} ${n + 1} ${message.revision}`,
    }
  })
}

/** How the fees of a contract, and what issuers issue of it, change (OB-32). */
export function feeStory(name: string, contract: string, random: Random): Story {
  return story(`moderation.fee:${name}`, 2 + Math.floor(random() * 3), (n) => {
    const basisPoints = Math.floor(random() * 2_500)
    const fee = {
      feeId: `fee of ${name}`,
      type: 'royalty',
      customerId: 'join-artist',
      basisPoints,
      enabled: true,
    }
    const ranges = times(Math.floor(random() * 3), (r) => ({
      issuerId: `i${r}`,
      customerId: `join-${r}`,
      tokenFrom: `${10 * r}`,
      tokenTo: `${10 * r + 9}`,
    }))
    const message = { blockchain: 'kub', contractAddress: contract, fees: [fee], ranges, revision: 2 * n + 1 }
    return {
      out: outgoing('moderation.fee.v1', `kub:${contract}`, FeesChangedSchema, message),
      copy: `fees ${contract} ${message.revision} ${basisPoints} ${ranges.length}`,
    }
  })
}

/** Who an issuer is, and what it issues of a contract (AI-9). */
export function issuerStory(name: string, contract: string, random: Random): Story {
  const issuerId = hexOf(`issuer ${name}`, 24).slice(2)
  return story(`moderation.issuer:${name}`, 2 + Math.floor(random() * 3), (n) => {
    const ranges = times(Math.floor(random() * 3), (r) => ({
      blockchain: 'kub',
      contractAddress: contract,
      tokenFrom: `${10 * r}`,
      tokenTo: `${10 * r + 9}`,
    }))
    const about = { issuerId, slug: `s${n}`, nameTh: `${name} ${n}`, nameEn: `${name} ${n}` }
    const at = timestampFromDate(new Date(NOW.getTime() + n))
    const message = { ...about, ranges, revision: 2 * n + 1, at }
    return {
      out: outgoing('moderation.issuer.v1', issuerId, IssuerChangedSchema, message),
      copy: `issuer ${issuerId} ${message.revision} s${n} ${ranges.length}`,
    }
  })
}

/** What came of a report of the seller of an order, in one round after the other. */
export function reportStory(name: string, { accountId }: Terms, random: Random): Story {
  return story(`moderation.report:${name}`, 1 + Math.floor(random() * 3), (n) => {
    const outcome = random() < 0.5 ? 'suspended' : 'ignored'
    const about = { flagId: hexOf(`flag ${name}`, 24), round: n + 1, reporter: accountId, outcome }
    const place = { blockchain: 'kub', contractAddress: hexOf(name, 40), tokenId: '1' }
    const message = { ...about, ...place, at: timestampFromDate(new Date(NOW.getTime() + n)) }
    return { out: outgoing('moderation.report.v1', accountId, ReportDecidedSchema, message), copy: '' }
  })
}

/** What somebody issues is suspended and free again, in turns; they are called by their account. */
export function issuedStory(name: string, { accountId: customerId }: Terms, random: Random): Story {
  return story(`moderation.issued:${name}`, 1 + Math.floor(random() * 3), (n) => {
    const status = n % 2 === 0 ? 'suspended' : 'unsuspended'
    const place = { blockchain: 'kub', contractAddress: hexOf(name, 40), tokenFrom: '1', tokenTo: '1' }
    const about = { suspensionId: hexOf(`issued ${name}`, 24), revision: n + 1, status, customerId }
    const message = { ...about, ...place, at: timestampFromDate(new Date(NOW.getTime() + n)) }
    return { out: outgoing('moderation.report.v1', customerId, IssuedSuspensionSchema, message), copy: '' }
  })
}

/** Whose a token is, from hand to hand. */
export function ownerStory(name: string, { contract, tokenId }: Terms, random: Random): Story {
  const handOf = (n: number) => hexOf(`hand ${n} of ${name}`, 40)
  return story(`asset-indexer.owner:${name}`, 2 + Math.floor(random() * 3), (n) => {
    const position = { blockchain: 'kub', blockNumber: BigInt(n + 1), logIndex: 0 }
    const about = { assetId: hexOf(name, 24), contractAddress: contract, contractType: 'erc721', tokenId }
    const message = { position, ...about, from: handOf(n), to: handOf(n + 1), amount: '1' }
    return {
      out: outgoing('asset-indexer.chain.v1', `${contract}:${tokenId}`, AssetTransferredSchema, message),
      copy: `owner ${message.assetId} ${message.to.toLowerCase()} ${n + 1}`,
    }
  })
}

/** What a copy of suspensions must know in the end. */
export const SUSPENSIONS = `select concat_ws(' ', 'suspension', suspension_id, active, revision) as row from suspension_replica`

/** How a purchase of an order goes on. */
export function shippingStory(name: string, { hash }: Terms, random: Random): Story {
  const shippingId = hexOf(`shipping ${name}`, 24).slice(2)
  return story(`shipping-payment:${name}`, 2 + Math.floor(random() * 3), (n) => {
    const status = ['pending', 'processing', 'mined', 'completed'][n] ?? 'completed'
    const message = {
      shippingId,
      orderHash: hash,
      status,
      paymentStatus: 'completed',
      amount: '1',
      revision: 3 * n + 1,
    }
    return {
      out: outgoing('shipping-payment.shipping.v1', shippingId, ShippingChangedSchema, message),
      copy: `shipping ${shippingId} ${status} ${message.revision}`,
    }
  })
}
