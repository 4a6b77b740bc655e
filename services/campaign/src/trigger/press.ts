import { setTimeout as sleep } from 'node:timers/promises'
import type { TriggerInput } from '@talad/proto/http/campaign/trigger-shapes'
import { currentContext } from '@talad/shared/context'
import { newId } from '@talad/shared/ids'
import { hashOf } from '@talad/shared/json'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { pressedOf } from './batch.ts'
import { chosenIn, type DecidingDeps } from './batcher.ts'
import { type Definition, definitionsOf, draftOf } from './definition.ts'
import { judgeDry } from './dry.ts'
import { findTrigger, insertTrigger, type Pressed, type TriggerRow, triggerByKey } from './rows.ts'
import { dryStatusOf, storyOf } from './story.ts'

/** CA-35: within the gateway's ten seconds. */
const WAIT_MS = 8_000
const POLL_MS = 200

/** Who presses, for whom, and under which key. */
export type Press = {
  campaignId: string
  accountId: string
  /** the account as the caller named it: `accountId` may have absorbed it (ID-33) */
  named?: string | undefined
  /** `user:<account>`, `member:<account>` or `key:<id>`: keys are theirs */
  askedBy: string
  caller: TriggerRow['caller']
  key: string | undefined
  input: TriggerInput
  target: TriggerRow['target']
  dry: boolean
  /** AW-8: of a dry run alone, what was saved last in place of what is live */
  draft?: boolean | undefined
  soft: boolean
}

/** What pressing needs: what is decided by, and who decides in this process. */
type PressDeps = DecidingDeps & Pick<Deps, 'batcher'>

/** @throws Rejection CAMPAIGN_NOT_FOUND, of a draft CAMPAIGN_INVALID */
export async function requireDefinition(
  { db }: Pick<Deps, 'db'>,
  campaignId: string,
  draft = false,
): Promise<Definition> {
  const definition = draft
    ? await draftOf(db, campaignId)
    : (await definitionsOf(db, [campaignId])).get(campaignId)
  if (!definition) throw new Rejection('CAMPAIGN_NOT_FOUND', { field: 'campaignId' })
  return definition
}

/** The hash of a call that asks this for an account: under one key it is always the same. */
type AskedFor = (accountId: string) => string

/** CA-33: what the key leads to already. @throws Rejection IDEMPOTENCY_MISMATCH */
async function known(deps: PressDeps, pressed: Pressed, askedFor: AskedFor): Promise<TriggerRow | undefined> {
  const row = await triggerByKey(deps.db, pressed.asked_by, pressed.key)
  if (!row || row.asked_hash === pressed.asked_hash) return row
  // ID-33: the same call, for an account that has become a part of this one since
  const before = row.account_id === pressed.account_id ? row.target?.account_id : undefined
  if (before === undefined || row.asked_hash !== askedFor(before)) throw new Rejection('IDEMPOTENCY_MISMATCH')
  return row
}

/** CA-36 */
async function tryOut(
  deps: PressDeps,
  pressed: Pressed,
  draft: boolean,
  askedFor: AskedFor,
): Promise<TriggerRow | undefined> {
  const definition = await requireDefinition(deps, pressed.campaign_id, draft)
  const before = await known(deps, pressed, askedFor)
  if (before) return before
  const { groupId, projectId, versions } = definition
  const now = deps.now()
  const verdict = await judgeDry(deps.db, deps, {
    pressed: pressedOf(pressed, groupId),
    definition,
    input: pressed.input,
    chosen: chosenIn(pressed),
    now,
  })
  const asked = { ...pressed, project_id: projectId, group_id: groupId }
  const status = dryStatusOf(verdict)
  const story = storyOf(verdict, draft ? { model: versions.model } : versions)
  return insertTrigger(deps.db, asked, { status, story, decided: now })
}

/** CA-40: written down, and then decided whatever dies. */
async function begin(deps: PressDeps, pressed: Pressed): Promise<TriggerRow | undefined> {
  const row = await deps.batcher.note(pressed)
  if (row) void deps.batcher.add(row)
  else await requireDefinition(deps, pressed.campaign_id)
  return row
}

/**
 * CA-33, CA-36, CA-40: presses once under a key. What is pressed is written down before it is decided, and is then decided
 * whatever dies.
 * @throws Rejection CAMPAIGN_NOT_FOUND, CAMPAIGN_INVALID, TRIGGER_IN_PROGRESS, IDEMPOTENCY_MISMATCH
 */
export async function press(
  deps: PressDeps,
  { wait, ...given }: Press & { wait: boolean },
): Promise<TriggerRow> {
  const { campaignId, accountId, dry, draft = false, soft, input, target } = given
  const created = deps.now()
  const id = newId(created)
  const askedFor: AskedFor = (of) =>
    hashOf({ campaignId, accountId: of, input, dry, soft, ...(draft && { draft }) })
  const pressed: Pressed = {
    id,
    campaign_id: campaignId,
    account_id: accountId,
    asked_by: given.askedBy,
    key: given.key ?? id,
    asked_hash: askedFor(given.named ?? accountId),
    caller: given.caller,
    dry,
    soft,
    input,
    target,
    context: currentContext(),
    created,
  }
  const row =
    (await (dry ? tryOut(deps, pressed, draft, askedFor) : begin(deps, pressed))) ??
    (await known(deps, pressed, askedFor))
  if (!row) throw new Rejection('TRIGGER_IN_PROGRESS') // CA-40
  return wait ? decided(deps, row) : row
}

/** CA-35: waits until it is decided, here or by another process, for as long as a call may. */
async function decided(deps: PressDeps, row: TriggerRow): Promise<TriggerRow> {
  const until = performance.now() + WAIT_MS
  let found: TriggerRow = row
  while (found.status === 100 && performance.now() < until) {
    const rest = until - performance.now()
    const here = deps.batcher.find(row.id)
    const told = await (here ? Promise.race([here, sleep(rest)]) : sleep(Math.min(POLL_MS, rest)))
    found = told ?? (await findTrigger(deps.db, row.id)) ?? found
  }
  return found
}
