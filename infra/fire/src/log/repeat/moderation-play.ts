import { fromBinary } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { type Random, randomFrom, times } from '@talad/demo/random'
import { verifyAuditLog } from '@talad/moderation/audit/log'
import type { Deps } from '@talad/moderation/deps'
import { service } from '@talad/moderation/service'
import { AssetChangedSchema } from '@talad/proto/asset-indexer/v1/events'
import { AuditRecordedSchema } from '@talad/proto/moderation/v1/events'
import { type OutMessage, outgoing } from '@talad/shared/bus/port'
import { GENESIS } from '@talad/shared/hash-chain'
import { AUDIT_TOPIC } from '@talad/shared/manifest'
import { holds } from '../../proof.ts'
import { termsOf } from '../order-samples.ts'
import { consumersPlay } from './consumers-play.ts'
import { assetStory } from './known-story.ts'
import type { Common } from './station.ts'
import { hear, NOW, rowsOf, type Script, type Seen, sent, woven } from './steps.ts'

type Moderation = Deps & Common

const TARGETS = 3
const LINES = 5

const idOf = (target: number, line: number) => `${target}${line}`.padStart(24, 'a')
const targetIdOf = (target: number) => `target-${target}`

function lineOf(target: number, line: number, source: string): OutMessage {
  const targetId = targetIdOf(target)
  const out = outgoing(AUDIT_TOPIC, `withdrawal:${targetId}`, AuditRecordedSchema, {
    ...{ id: idOf(target, line), service: 'bank-withdrawal', who: `join-admin-${line % 2}` },
    ...{ action: 'withdrawal.approve', targetKind: 'withdrawal', targetId, requestId: `r-${target}-${line}` },
    ...{ beforeHash: line === 0 ? '' : 'b'.repeat(64), afterHash: 'a'.repeat(64), note: `note ${line}` },
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

function scriptOf(seed: string): Script<Moderation> {
  const random = randomFrom(seed)
  const assets = times(TARGETS, (n) => assetStory(`${n} of ${seed}`, termsOf(`${n} of ${seed}`), random))
  const lists = [
    ...times(TARGETS, (target) => linesOf(target, random)),
    ...assets.map(({ messages }) => messages),
  ]
  return {
    given: async ({ db }) => void (await db.query('insert into audit_head values (true, 0, $1)', [GENESIS])),
    steps: woven(lists, random).map((message) => hear<Moderation>(message)),
    copies: [
      ...times(TARGETS, (target) =>
        times(LINES, (line) => `${targetIdOf(target)} ${line + 1} ${idOf(target, line)}`),
      ).flat(),
      ...assets.flatMap(({ messages }) => messages.slice(-1).map(assetCopyOf)).sort(),
    ],
  }
}

async function see({ db }: Moderation): Promise<Seen> {
  const { faults } = await verifyAuditLog(db)
  holds(faults.length === 0, `the audit log no longer verifies: ${faults[0]}`)
  const copies = await db.query<{ row: string }>(
    `select concat_ws(' ', target_id, row_number() over (partition by target_id order by seq), id) as row
     from audit_line order by target_id, seq`,
  )
  const assets = await db.query<{ row: string }>(
    `select concat_ws(' ', 'asset', token_id, name) as row from asset_replica`,
  )
  return {
    every: await rowsOf(db, { audit_line: [], audit_head: [], asset_replica: [] }),
    last: await rowsOf(db, { audit_line: ['seq', 'hash'], audit_head: ['hash'], asset_replica: [] }),
    copies: [...copies.rows.map(({ row }) => row), ...assets.rows.map(({ row }) => row).sort()],
  }
}

export const moderationPlay = consumersPlay<Deps>(service, {
  see,
  scriptOf,
})
