import { create, fromBinary } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { AssetChangedSchema } from '@talad/proto/asset-indexer/v1/events'
import type { FeeSheet } from '@talad/proto/http/moderation/fees'
import type { Issuer } from '@talad/proto/http/moderation/issuer-admin'
import { type FeesChanged, FeesChangedSchema } from '@talad/proto/moderation/v1/fee'
import { type IssuerChanged, IssuerChangedSchema } from '@talad/proto/moderation/v1/issuer'
import { inTx } from '@talad/shared/db'
import { onTestFinished } from 'vitest'
import { FEE_TOPIC, ISSUER_TOPIC } from '../manifest.ts'
import { assets } from '../src/replicas/asset.ts'
import { admin, person, start } from './harness.ts'

export const contract = `0x${'ab'.repeat(20)}`
export const other = `0x${'cd'.repeat(20)}`
export const collection = { [contract]: 'a'.repeat(24), [other]: 'b'.repeat(24) }

export const range = (of = contract, from?: string, to = from) => ({
  blockchain: 'kub',
  contract_address: of,
  ...(from !== undefined && { token_from: from, token_to: to }),
})

type Answer<T> = { status: number; body: T }

/** Moderation with two collections, and an admin who decides about issuers, fees and declarations. */
export async function startIssuers() {
  const running = await start()
  const { call, grant, db } = running
  await grant('reader', 'issuer.read')
  for (const what of ['issuer.read', 'issuer.write', 'fee.write', 'declaration.write'] as const)
    await grant('writer', what)
  for (const [n, at] of [contract, other].entries()) {
    const event = create(AssetChangedSchema, {
      assetId: `${n}`.repeat(24),
      blockchain: 'kub',
      contractAddress: at,
      contractType: 'erc721',
      tokenId: '7',
      collectionId: collection[at] ?? '',
      name: 'seven',
      image: '',
      tradable: true,
      at: timestampFromDate(new Date()),
    })
    await inTx(db, (tx) => assets.save(tx, [event]))
  }

  const get = (path: string, as = 'reader') => call('GET', `${admin}${path}`, { as: person(as) })
  const post = <T = unknown>(
    path: string,
    body: object,
    { as = 'writer', key }: { as?: string; key?: string } = {},
  ) =>
    call('POST', `${admin}${path}`, {
      as: person(as),
      body: { note: 'agreed', ...body },
      ...(key !== undefined && { key }),
    }) as Promise<Answer<T>>
  const terms = (slug: string, more: object = {}) => ({
    slug,
    names: { th: `ผู้ออก ${slug}`, en: slug },
    nft_ranges: [range()],
    primary_customer_id: `join-${slug}`,
    ...more,
  })
  const add = (slug: string, more: object = {}) => post<Issuer>('/issuer/add', terms(slug, more))
  const setFee = (body: object) => post<FeeSheet>('/fee/config/set', { disabled: false, ...body })
  const setIssuerFee = (issuer_id: string, fee_percent: number, version: number, of = contract) =>
    post<FeeSheet>('/issuer/fee/set', { issuer_id, collection_id: collection[of], fee_percent, version })
  const enable = (fee_id: string | undefined, version: number, enabled = true) =>
    post<FeeSheet>('/issuer/fee/enable', { fee_id, enabled, version })

  const told: FeesChanged[] = []
  const heard = await running.bus.subscribe({
    group: 'test',
    topics: [FEE_TOPIC],
    onError: console.error,
    handle: async (batch) =>
      void told.push(...batch.map(({ payload }) => fromBinary(FeesChangedSchema, payload))),
  })
  onTestFinished(() => heard.close())
  const issuersTold: IssuerChanged[] = []
  const heardOfIssuers = await running.bus.subscribe({
    group: 'test-issuer',
    topics: [ISSUER_TOPIC],
    onError: console.error,
    handle: async (batch) =>
      void issuersTold.push(...batch.map(({ payload }) => fromBinary(IssuerChangedSchema, payload))),
  })
  onTestFinished(() => heardOfIssuers.close())
  const actionsOn = async (id: string) => {
    const { rows } = await db.query<{ action: string }>(
      `select data->>'action' as action from kit.event where stream like 'audit-%'
       and data->>'targetId' = $1 order by position`,
      [id],
    )
    return rows.map(({ action }) => action)
  }
  return { ...running, get, post, add, terms, setFee, setIssuerFee, enable, told, issuersTold, actionsOn }
}

/** The fee of a type in a sheet. */
export const feeIn = ({ fees }: FeeSheet, type: string) => fees.find((fee) => fee.type === type)
