import { fromBinary } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { type Random, randomFrom, times } from '@talad/demo/random'
import type { Deps } from '@talad/moderation/deps'
import { service } from '@talad/moderation/service'
import type { Terms } from '@talad/order-book/public-state/terms'
import { AssetChangedSchema, AssetMetadataReadSchema } from '@talad/proto/asset-indexer/v1/events'
import { AuditRecordedSchema } from '@talad/proto/moderation/v1/events'
import { type OutMessage, outgoing } from '@talad/shared/bus/port'
import { GENESIS } from '@talad/shared/hash-chain'
import { AUDIT_TOPIC } from '@talad/shared/manifest'
import { termsOf } from '../order-samples.ts'
import { consumersPlay } from './consumers-play.ts'
import type { Common } from './harness.ts'
import { assetStory, erasureStory, ownerStory, readingStory } from './known-story.ts'
import { hear, NOW, type Script, sent, woven } from './steps.ts'

type Moderation = Deps & Common

const TARGETS = 3
const LINES = 5

const idOf = (target: number, line: number) => `${target}${line}`.padStart(24, 'a')
const targetIdOf = (target: number) => `target-${target}`

function lineOf(target: number, line: number, source: string): OutMessage {
  const targetId = targetIdOf(target)
  const out = outgoing(AUDIT_TOPIC, `withdrawal:${targetId}`, AuditRecordedSchema, {
    id: idOf(target, line),
    service: 'bank-withdrawal',
    who: `join-admin-${line % 2}`,
    action: 'withdrawal.approve',
    targetKind: 'withdrawal',
    targetId,
    requestId: `r-${target}-${line}`,
    beforeHash: line === 0 ? '' : 'b'.repeat(64),
    afterHash: 'a'.repeat(64),
    note: `note ${line}`,
    at: timestampFromDate(new Date(NOW.getTime() + line * 1_000)),
  })
  return sent(source, `${target}.${line}`, out)
}

/** What was decided on a target; now and then a line is told again by another message. */
function linesOf(target: number, random: Random): OutMessage[] {
  return times(LINES, (line) => [
    lineOf(target, line, 'bank-withdrawal'),
    ...(random() < 0.3 ? [lineOf(target, Math.floor(random() * (line + 1)), `again-${line}`)] : []),
  ]).flat()
}

function assetCopyOf({ payload }: OutMessage): string {
  const { tokenId, name } = fromBinary(AssetChangedSchema, payload)
  return `asset ${tokenId} ${name}`
}

/** Each text in which there is something is reported once. */
function foundIn(messages: readonly OutMessage[]): string[] {
  const read = messages.map(({ payload }) => fromBinary(AssetMetadataReadSchema, payload))
  const bad = read.filter(({ texts }) => texts.some(({ text }) => text.includes('<b>')))
  const hashes = bad.map(({ assetId, metadataHash }) => `found ${assetId} ${metadataHash}`)
  return [...new Set(hashes)].flatMap((one) => [`${one} blacklisted_domain`, `${one} markup`])
}

/** What somebody wrote with a report before they had everything forgotten. */
async function beWritten({ db }: Moderation, { customerId }: Terms): Promise<void> {
  const before = new Date(NOW.getTime() - 1_000)
  await db.query(
    `with opened as (insert into flag_case (id, version, resolution, round, opened_at, reported_as)
       values ('forgotten', 1, 'flagged', 1, $2, 4) returning id),
     made as (insert into flag_report (id, case_id, round, kind, reporter, classification, created_at, updated_at)
       select 'words', id, 1, 'user', $1, 'other', $2, $2 from opened returning id)
     insert into flag_note select id, 'sealed' from made`,
    [customerId, before],
  )
}

function scriptOf(seed: string): Script<Moderation> {
  const random = randomFrom(seed)
  const assets = times(TARGETS, (n) => {
    const name = `${n} of ${seed}`
    const terms = termsOf(name)
    const owned = ownerStory(name, terms, random)
    return { known: assetStory(name, terms, random), read: readingStory(name, terms, random), owned }
  })
  const gone = termsOf(`gone of ${seed}`)
  const lists = [
    erasureStory(seed, gone),
    ...times(TARGETS, (target) => linesOf(target, random)),
    ...assets.map(({ known, read }) => [...known.messages, ...read.messages]),
    ...assets.map(({ owned }) => owned.messages),
  ]
  return {
    async given(deps) {
      await deps.db.query('insert into audit_head values (true, 0, $1)', [GENESIS])
      await beWritten(deps, gone)
    },
    steps: woven(lists, random).map((message) => hear<Moderation>(message)),
    copies: [
      ...times(TARGETS, (target) =>
        times(LINES, (line) => `${targetIdOf(target)} ${line + 1} ${idOf(target, line)}`),
      ).flat(),
      ...assets.flatMap(({ known }) => known.messages.slice(-1).map(assetCopyOf)),
      ...assets.flatMap(({ read }) => [read.copy, ...foundIn(read.messages)]),
      ...assets.map(({ owned }) => owned.copy),
      'words 0', // ID-42
    ],
  }
}

export const moderationPlay = consumersPlay<Deps>(service, {
  besides: { blacklist: new Set(['evil.example']) },
  look: {
    copies: `select concat_ws(' ', target_id, row_number() over (partition by target_id order by seq), id) as row
        from audit_line
      union all select concat_ws(' ', 'asset', token_id, name) from asset_replica
      union all select concat_ws(' ', 'reading', token_id, metadata_hash) from asset_reading
      union all select concat_ws(' ', 'found', asset_id, metadata_hash, rule) from bot_report
      union all select concat_ws(' ', 'owner', asset_id, owner, block) from asset_owner
      union all select 'words ' || count(*) from flag_note`,
    unordered: { audit_line: ['seq', 'hash'], audit_head: ['hash'] },
    thingOf: ({ key, body }) => String(body.suspensionId ?? key),
  },
  scriptOf,
})
