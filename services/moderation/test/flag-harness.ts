import { randomBytes } from 'node:crypto'
import { create } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { AssetChangedSchema } from '@talad/proto/asset-indexer/v1/events'
import type { FlagCase, FlagCaseDetail } from '@talad/proto/http/moderation/flagging-case'
import type { Permission } from '@talad/proto/http/permissions'
import { inTx } from '@talad/shared/db'
import { assets } from '../src/replicas/asset.ts'
import { admin, person, start } from './harness.ts'

const user = '/api/user/v1/moderation/flagging'
const flagging = `${admin}/moderation/flagging`
const hex = (bytes: number) => randomBytes(bytes).toString('hex')

export type Case = FlagCaseDetail
type Verdict = { review_disposition?: 'ignore' | 'suspend'; scope?: string; notes?: string }

/** Moderation with assets, reporters and moderators. */
export async function startFlags(settings: Readonly<Record<string, string>> = {}) {
  const running = await start(settings)
  const { call, db, grant } = running

  /** Tells moderation of an asset, as the indexer would; another `content` is another metadata or picture. */
  async function asset(
    more: {
      id?: string
      content?: string
      at?: Date
      contract?: string
      token?: string
      virtual?: string
    } = {},
  ) {
    const { id = hex(12), content = 'a', at = new Date(), contract = `0x${hex(20)}`, token = '7' } = more
    const event = create(AssetChangedSchema, {
      assetId: id,
      blockchain: 'jfin',
      contractAddress: contract,
      contractType: 'erc721',
      tokenId: token,
      collectionId: hex(12),
      name: `asset ${id}`,
      image: '',
      tradable: true,
      contentHash: content,
      ...(more.virtual && { abstractKind: 'vnft', abstractCollectionId: more.virtual, abstractItemId: 'i1' }),
      at: timestampFromDate(at),
    })
    await inTx(db, (tx) => assets.save(tx, [event]))
    return id
  }

  const report = (as: string, assetId: string, more: object = {}, key?: string) =>
    call('POST', `${user}/request`, {
      as: person(as),
      body: { asset_id: assetId, flag_classification: 'spam', ...more },
      ...(key === undefined ? {} : { key }),
    })
  const own = (as: string, query = '') => call('GET', `${user}/requests${query}`, { as: person(as) })
  const list = async (as: string, query = '') => {
    const answer = await call('GET', `${flagging}/list${query}`, { as: person(as) })
    return { status: answer.status, list: (answer.body as { list: FlagCase[] }).list, body: answer.body }
  }
  const pick = async (as: string, id: string) =>
    ((await call('GET', `${flagging}/pick/${id}`, { as: person(as) })).body as { case: Case }).case
  const post = (as: string, path: string, body: object, key?: string) =>
    call('POST', `${flagging}/${path}`, { as: person(as), body, ...(key === undefined ? {} : { key }) })
  const resolve = (as: string, id: string, version: number, verdict: Verdict = {}, key?: string) =>
    post(as, 'resolve', { case_id: id, version, review_disposition: 'ignore', ...verdict }, key)
  const moderator = async (name: string, ...permissions: Permission[]) => {
    for (const one of permissions.length > 0 ? permissions : (['flag.read', 'flag.resolve'] as const))
      await grant(name, one)
    return name
  }
  return { ...running, asset, report, own, list, pick, post, resolve, moderator }
}
