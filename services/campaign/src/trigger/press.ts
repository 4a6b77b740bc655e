import { setTimeout as sleep } from 'node:timers/promises'
import type { TriggerInput } from '@talad/proto/http/campaign/trigger-shapes'
import { currentContext } from '@talad/shared/context'
import { newId } from '@talad/shared/ids'
import { hashOf } from '@talad/shared/json'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { pressedOf } from './batch.ts'
import { chosenIn, type DecidingDeps } from './batcher.ts'
import { type Definition, definitionsOf } from './definition.ts'
import { judgeDry } from './dry.ts'
import { type Asked, findTrigger, insertTrigger, type TriggerRow, triggerByKey } from './rows.ts'
import { dryStatusOf, storyOf } from './story.ts'

/** CA-35: within the gateway's ten seconds. */
const WAIT_MS = 8_000
const POLL_MS = 200

/** Who presses, for whom, and under which key. */
export type Press = {
  campaignId: string
  accountId: string
  /** `user:<account>`, `member:<account>` or `key:<id>`: keys are theirs */
  askedBy: string
  caller: TriggerRow['caller']
  key: string | undefined
  input: TriggerInput
  target: TriggerRow['target']
  dry: boolean
  soft: boolean
}

/** What pressing needs: what is decided by, and who decides in this process. */
export type PressDeps = DecidingDeps & Pick<Deps, 'batcher'>

/** @throws Rejection CAMPAIGN_NOT_FOUND */
export async function requireDefinition(deps: Pick<Deps, 'db'>, campaignId: string): Promise<Definition> {
  const definition = (await definitionsOf(deps.db, [campaignId])).get(campaignId)
  if (!definition) throw new Rejection('CAMPAIGN_NOT_FOUND', { field: 'campaignId' })
  return definition
}

/** CA-33: what the key leads to already. @throws Rejection IDEMPOTENCY_MISMATCH */
async function known(deps: PressDeps, asked: Asked): Promise<TriggerRow | undefined> {
  const row = await triggerByKey(deps.db, asked.asked_by, asked.key)
  if (row && row.asked_hash !== asked.asked_hash) throw new Rejection('IDEMPOTENCY_MISMATCH')
  return row
}

async function tryOut(
  deps: PressDeps,
  asked: Asked,
  definition: Definition,
): Promise<TriggerRow | undefined> {
  const now = deps.now()
  const verdict = await judgeDry(deps.db, deps, {
    pressed: pressedOf(asked, definition.groupId),
    definition,
    input: asked.input,
    chosen: chosenIn(asked),
    now,
  })
  const status = dryStatusOf(verdict)
  return insertTrigger(deps.db, asked, { status, story: storyOf(verdict, definition.versions), decided: now })
}

/**
 * CA-33, CA-36, CA-40: presses once under a key. What is pressed is written down before it is decided, and is then decided
 * whatever dies.
 * @throws Rejection CAMPAIGN_NOT_FOUND, TRIGGER_IN_PROGRESS, IDEMPOTENCY_MISMATCH
 */
export async function press(
  deps: PressDeps,
  { wait, ...given }: Press & { wait: boolean },
): Promise<TriggerRow> {
  const { campaignId, accountId, dry, soft, input, target } = given
  const definition = await requireDefinition(deps, campaignId)
  const created = deps.now()
  const id = newId(created)
  const asked: Asked = {
    id,
    project_id: definition.projectId,
    campaign_id: campaignId,
    group_id: definition.groupId,
    account_id: accountId,
    asked_by: given.askedBy,
    key: given.key ?? id,
    asked_hash: hashOf({ campaignId, accountId, input, dry, soft }),
    caller: given.caller,
    dry,
    soft,
    input,
    target,
    context: currentContext(),
    created,
  }
  const before = await known(deps, asked)
  if (before) return wait ? decided(deps, before) : before
  const row = await (dry ? tryOut(deps, asked, definition) : insertTrigger(deps.db, asked))
  if (row) {
    if (!dry) deps.batcher.add(row)
    return wait ? decided(deps, row) : row
  }
  const other = await known(deps, asked)
  if (other) return wait ? decided(deps, other) : other
  throw new Rejection('TRIGGER_IN_PROGRESS') // CA-40
}

/** CA-35: waits until it is decided, here or by another process, for as long as a call may. */
async function decided(deps: PressDeps, row: TriggerRow): Promise<TriggerRow> {
  const until = performance.now() + WAIT_MS
  let found: TriggerRow = row
  while (found.status === 100 && performance.now() < until) {
    const rest = until - performance.now()
    const here = deps.batcher.find(row.id)
    await (here ? Promise.race([here, sleep(rest)]) : sleep(Math.min(POLL_MS, rest)))
    found = (await findTrigger(deps.db, row.id)) ?? found
  }
  return found
}
