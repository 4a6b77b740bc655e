import { randomUUID } from 'node:crypto'
import type { MessageInitShape } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { AssetChangedSchema, AssetMetadataReadSchema } from '@talad/proto/asset-indexer/v1/events'
import { type Outgoing, type OutMessage, outgoing } from '@talad/shared/bus/port'
import { hashOf } from '@talad/shared/json'
import { untilHeard } from '@talad/shared/testing/heard'
import { expect } from 'vitest'
import { startFlags } from './flag-harness.ts'
import { person } from './harness.ts'

const TOPIC = 'asset-indexer.asset.v1'
export const SECRET = 's'.repeat(48)
const settings = {
  BLACKLISTED_DOMAINS: 'evil.example',
  INTERNAL_CALLERS: JSON.stringify({ 'spam-watch': [SECRET] }),
}
export const contractOf = (n: number) => `0x${String(n).padStart(2, '0').repeat(20)}`
const idOf = (contract: number, token: string) => hashOf([contract, token]).slice(0, 24)
export const RED = 'f0'.repeat(32)

type About = {
  name?: string
  description?: string
  collection?: string
  picture?: string
  /** path of it */
  image?: string
  traits?: string[]
  verified?: boolean
  at?: Date
}
let clock = Date.now()
const next = () => {
  clock += 1_000
  return new Date(clock)
}
/** As the relay sends it. */
export const sent = (one: Outgoing, id: string = randomUUID()): OutMessage => ({
  ...one,
  id,
  headers: {},
  time: new Date(),
})

/** What the indexer tells of a token: that it is there, and what was read of it. */
export function told(contract: number, token: string, about: About = {}) {
  const {
    name = `Token ${token}`,
    description = '',
    collection = `Collection ${contract}`,
    picture = '',
    image = '',
    traits = [],
    verified = false,
  } = about
  const at = timestampFromDate(about.at ?? next())
  const which = { blockchain: 'kub', contractAddress: contractOf(contract), tokenId: token }
  const texts = [
    { field: 'name', text: name },
    { field: 'description', text: description },
    ...traits.map((text) => ({ field: 'trait', text })),
  ].filter(({ text }) => text !== '')
  const read: MessageInitShape<typeof AssetMetadataReadSchema> = {
    assetId: idOf(contract, token),
    ...which,
    collectionName: collection,
    texts,
    at,
    metadataHash: hashOf(texts),
    pictureHash: picture,
  }
  const changed = {
    assetId: idOf(contract, token),
    ...which,
    contractType: 'erc721',
    collectionId: 'c'.repeat(24),
    name,
    image,
    tradable: true,
    verified,
    contentHash: hashOf([name, description, picture]),
    at,
  }
  const key = `${which.contractAddress}:${token}`
  return {
    read,
    messages: [
      outgoing(TOPIC, key, AssetChangedSchema, changed),
      outgoing(TOPIC, key, AssetMetadataReadSchema, read),
    ],
  }
}

/** Moderation with what the indexer tells it. */
export async function startBots(more: Readonly<Record<string, string>> = {}) {
  const flags = await startFlags({ ...settings, ...more })
  const { bus, db, grant, call, list, moderator } = flags
  const boss = await moderator('boss')
  for (const what of ['issuer.read', 'issuer.write', 'suspension.read'] as const) await grant('boss', what)
  /** Sends messages, and waits until all of them were handled. */
  const send = async (...messages: OutMessage[]) => {
    await bus.publish(messages)
    await untilHeard(bus, 'moderation.asset')
  }
  const tell = async (contract: number, token: string, about?: About) => {
    await send(...told(contract, token, about).messages.map((one) => sent(one)))
    return idOf(contract, token)
  }
  const issue = async (slug: string, contract: number) => {
    const body = {
      slug,
      names: { th: `ผู้ออก ${slug}`, en: slug },
      primary_customer_id: `join-${slug}`,
      note: 'agreed',
      nft_ranges: [{ blockchain: 'kub', contract_address: contractOf(contract) }],
    }
    expect((await call('POST', '/api/admin/v1/issuer/add', { as: person('boss'), body })).status).toBe(201)
  }
  const reports = async () => {
    const { rows } = await db.query<{ found: string }>(
      `select case_id || ' ' || reporter as found from flag_report where kind = 'bot' order by 1`,
    )
    return rows.map(({ found }) => found)
  }
  const suspended = async () =>
    (await list(boss, '?st=all')).list.filter(({ asset }) => asset.suspended).length
  return { ...flags, boss, send, tell, issue, reports, suspended }
}
