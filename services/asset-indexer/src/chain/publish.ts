import { timestampFromDate, timestampFromMs } from '@bufbuild/protobuf/wkt'
import {
  ApprovalForAllChangedSchema,
  AssetChangedSchema,
  AssetMetadataReadSchema,
  AssetTransferredSchema,
  CollectionSitesChangedSchema,
  CounterIncrementedSchema,
  OrderCancelledSchema,
  OrderFulfilledSchema,
  OrderValidatedSchema,
} from '@talad/proto/asset-indexer/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Row } from '@talad/shared/event-log'
import { type AssetReading, type AssetView, chainEvent, type ShownCollection } from './events.ts'
import type { ChainFact } from './facts.ts'

export const CHAIN_TOPIC = 'asset-indexer.chain.v1'
export const ASSET_TOPIC = 'asset-indexer.asset.v1'
const COLLECTION_TOPIC = 'asset-indexer.collection.v1'

type Finality = { reverted: boolean; confirmed: boolean }

function factMessage(blockchain: string, fact: ChainFact, finality: Finality): Outgoing {
  const position = {
    blockchain,
    blockNumber: BigInt(fact.block),
    blockHash: fact.blockHash,
    blockTime: timestampFromMs(fact.blockTime * 1000),
    txHash: fact.tx,
    logIndex: fact.log,
    ...finality,
  }
  switch (fact.kind) {
    case 'transfer': {
      const { contract, contractType, token, from, to, amount, assetId } = fact
      const { fromBalance, toBalance, fromLeft = '', traded = false } = fact
      return outgoing(CHAIN_TOPIC, `${contract}:${token}`, AssetTransferredSchema, {
        position,
        contractAddress: contract,
        contractType,
        tokenId: token,
        from,
        to,
        amount,
        fromBalance,
        toBalance,
        fromLeft,
        traded,
        assetId,
      })
    }
    case 'fulfilled': {
      const { orderHash, offerer, zone, recipient, amount, contract, token } = fact
      return outgoing(CHAIN_TOPIC, orderHash, OrderFulfilledSchema, {
        position,
        orderHash,
        offerer,
        zone,
        recipient,
        amount,
        contractAddress: contract,
        tokenId: token,
      })
    }
    case 'cancelled': {
      const { orderHash, offerer } = fact
      return outgoing(CHAIN_TOPIC, orderHash, OrderCancelledSchema, { position, orderHash, offerer })
    }
    case 'validated': {
      const { orderHash, offerer } = fact
      return outgoing(CHAIN_TOPIC, orderHash, OrderValidatedSchema, { position, orderHash, offerer })
    }
    case 'counter': {
      const { offerer, newCounter } = fact
      return outgoing(CHAIN_TOPIC, offerer, CounterIncrementedSchema, { position, offerer, newCounter })
    }
    case 'approval': {
      const { contract, owner, operator, approved } = fact
      const about = { contractAddress: contract, owner, operator, approved }
      return outgoing(CHAIN_TOPIC, owner, ApprovalForAllChangedSchema, { position, ...about })
    }
  }
}

function assetMessage(blockchain: string, at: Date, asset: AssetView): Outgoing {
  const { assetId, contract, contractType, token, collectionId, name, image } = asset
  const { contentHash = '', tradable = true, verified = false, abstract } = asset
  return outgoing(ASSET_TOPIC, `${contract}:${token}`, AssetChangedSchema, {
    assetId,
    blockchain,
    contractAddress: contract,
    contractType,
    tokenId: token,
    collectionId,
    name,
    image,
    tradable,
    verified,
    contentHash,
    abstractKind: abstract?.kind ?? '',
    abstractCollectionId: abstract?.collectionId ?? '',
    abstractItemId: abstract?.itemId ?? '',
    abstractTokenId: abstract?.tokenId ?? '',
    at: timestampFromDate(at),
  })
}

function readingMessage(blockchain: string, at: Date, reading: AssetReading): Outgoing {
  const { contract, token, ...rest } = reading
  return outgoing(ASSET_TOPIC, `${contract}:${token}`, AssetMetadataReadSchema, {
    ...rest,
    blockchain,
    contractAddress: contract,
    tokenId: token,
    at: timestampFromDate(at),
  })
}

function sitesMessage(blockchain: string, { contract, ...rest }: ShownCollection): Outgoing {
  const message = { ...rest, blockchain, contractAddress: contract }
  return outgoing(COLLECTION_TOPIC, contract, CollectionSitesChangedSchema, message)
}

/** What the outside hears of a stored event. */
export function publishFor(blockchain: string): (row: Row) => readonly Outgoing[] {
  const facts = (list: readonly ChainFact[], finality: Finality) =>
    list.map((fact) => factMessage(blockchain, fact, finality))
  return (row) => {
    const { type, data } = chainEvent.parse({ type: row.type, data: row.data })
    switch (type) {
      case 'FactsIndexed':
        return [
          ...facts(data.facts, { reverted: false, confirmed: false }),
          ...(data.final ? facts(data.facts, { reverted: false, confirmed: true }) : []),
        ]
      case 'FactsConfirmed':
        return facts(data.facts, { reverted: false, confirmed: true })
      case 'FactsReverted':
        return facts(data.facts, { reverted: true, confirmed: false })
      case 'AssetsAdded':
      case 'AssetsRestated':
        return data.assets.map((asset) => assetMessage(blockchain, row.at, asset))
      case 'AssetUpdated':
        return [assetMessage(blockchain, row.at, data.asset)]
      case 'MetadataRead':
        return [readingMessage(blockchain, row.at, data.reading)]
      case 'SitesChosen':
        return [sitesMessage(blockchain, data.collection)]
    }
  }
}
