import { readCodes, sortOut } from '@talad/proto/http/campaign/code-file'
import { couponPoolSettingAdminHttp as settingHttp } from '@talad/proto/http/campaign/coupon-pool-settings-admin'
import { couponPoolAdminHttp as http } from '@talad/proto/http/campaign/coupon-pools-admin'
import type { MetaTimerTerms } from '@talad/proto/http/campaign/coupon-shapes'
import type { App } from '@talad/shared/http/app'
import { asksForCsv, csvFile } from '@talad/shared/http/csv'
import { page } from '@talad/shared/http/page'
import { Rejection } from '@talad/shared/rejection'
import { audited, noteFile } from '../audited.ts'
import type { Deps } from '../deps.ts'
import { requireOpen } from '../project/rows.ts'
import type { PoolCode } from './decide-batch.ts'
import {
  CODE_TITLES,
  changeCode,
  codeLines,
  countCodes,
  deleteCode,
  findCode,
  knownCodes,
  listCodes,
  lockCodes,
  type Pool,
  poolId,
  poolNames,
  putCodes,
  shownCode,
} from './pool.ts'
import { deleteSetting, requireSetting, setSetting, shownSetting } from './setting.ts'

const MOST_LINES = 10_000

const poolOf = ({
  space_id: spaceId,
  pool_name: poolName,
}: {
  space_id: string
  pool_name: string
}): Pool => ({
  spaceId,
  poolName,
})
const targetOf = (pool: Pool) => ({ kind: 'coupon-pool', id: poolId(pool) })
const codeOf = (
  given: string | { code: string; description: string; meta_timer: MetaTimerTerms },
): PoolCode =>
  typeof given === 'string'
    ? { code: given, description: '', metaTimer: {} }
    : { code: given.code, description: given.description, metaTimer: given.meta_timer }

/** CA-71, CA-75 to CA-77: pools of codes; refusals by the rows of rejections.ts. */
export function couponPoolRoutes(app: App, deps: Deps): void {
  const { db } = deps

  app.route(http.countPoolCodes, async ({ query }) => countCodes(db, poolOf(query)))

  app.route(http.getPoolCode, async ({ query: { _id } }) => {
    const row = await findCode(db, _id)
    if (!row) throw new Rejection('CODE_NOT_FOUND', { field: '_id' })
    return { codepool: shownCode(row) }
  })

  app.route(http.listPoolCodes, async ({ actor, query, request, reply }) => {
    const pool = poolOf(query)
    if (asksForCsv(request, query.format)) {
      await noteFile(deps, { actor, request }, { action: 'coupon-pool.export', target: targetOf(pool) })
      return csvFile(reply, 'codes', CODE_TITLES, codeLines(db, pool))
    }
    const { list, total } = await listCodes(db, { ...pool, ...query })
    return { codepools: page(list.map(shownCode), query, total) }
  })

  app.route(http.listPoolNames, async ({ query }) => ({ poolnames: await poolNames(db, query.space_id) }))

  app.route(http.createPoolCode, (call) => {
    const { codepool } = call.body
    const pool = poolOf(codepool)
    const code = codeOf(codepool)
    return audited(deps, call, { action: 'coupon-code.create', target: targetOf(pool) }, async (tx, now) => {
      await requireOpen(tx, pool.spaceId)
      await lockCodes(tx, pool)
      const known = await knownCodes(tx, pool, [code.code])
      if (known.size > 0) throw new Rejection('CODE_TAKEN', { field: 'codepool.code' }) // CA-75
      await putCodes(tx, pool, [code], now)
      const row = (await knownCodes(tx, pool, [code.code])).get(code.code)
      if (!row) throw new Error('a code that was put into a pool is not there')
      return { after: code, answer: { codepool: shownCode(row) } }
    })
  })

  app.route(http.changePoolCode, (call) => {
    const { _id: id, code, description, meta_timer: metaTimer } = call.body.codepool
    const line = { action: 'coupon-code.change' as const, target: { kind: 'coupon-code', id } }
    return audited(deps, call, line, async (tx, now) => {
      const { before, after } = await changeCode(tx, id, { code, description, metaTimer }, now)
      await requireOpen(tx, after.space_id)
      return { before, after, answer: { codepool: shownCode(after) } }
    })
  })

  app.route(http.deletePoolCode, (call) => {
    const { _id } = call.query
    const line = { action: 'coupon-code.delete' as const, target: { kind: 'coupon-code', id: _id } }
    return audited(deps, call, line, async (tx) => {
      const before = await deleteCode(tx, _id)
      await requireOpen(tx, before.space_id)
      return { before, answer: { _id } }
    })
  })

  app.route(http.batchPoolCodes, (call) => {
    const { batch } = call.body
    const pool = poolOf(batch)
    const codes = batch.codes.map(codeOf)
    return audited(deps, call, { action: 'coupon-pool.batch', target: targetOf(pool) }, async (tx, now) => {
      await requireOpen(tx, pool.spaceId)
      const { created, modified } = await putCodes(tx, pool, codes, now)
      return { after: codes, answer: { createdCount: created, modifiedCount: modified } }
    })
  })

  app.route(http.importPoolCodes, async (call) => {
    const pool = poolOf(call.body)
    const lines = readCodes(new Uint8Array(await call.body.file.arrayBuffer()))
    if (lines.length > MOST_LINES)
      throw new Rejection('VALIDATION', { field: 'file', details: { most: MOST_LINES } }) // AW-10
    return audited(deps, call, { action: 'coupon-pool.import', target: targetOf(pool) }, async (tx, now) => {
      await requireOpen(tx, pool.spaceId)
      await lockCodes(tx, pool)
      const codes = lines.flatMap((line) => ('code' in line ? line.code : []))
      const known = await knownCodes(tx, pool, codes)
      const { added, ...others } = sortOut(lines, new Set(known.keys()))
      await putCodes(
        tx,
        pool,
        added.map((one) => ({ ...one, metaTimer: {} })),
        now,
      )
      return { after: added, answer: { added: added.length, ...others } }
    })
  })

  app.route(settingHttp.getPoolSetting, async ({ query }) => ({
    setting: shownSetting(await requireSetting(db, poolOf(query))),
  }))

  app.route(settingHttp.setPoolSetting, (call) => {
    const { description, meta_timer: metaTimer, ...setting } = call.body.setting
    const pool = poolOf(setting)
    return audited(deps, call, { action: 'coupon-pool.set', target: targetOf(pool) }, async (tx, now) => {
      await requireOpen(tx, pool.spaceId)
      const after = await setSetting(tx, pool, { description, metaTimer }, now)
      return { after, answer: { setting: shownSetting(after) } }
    })
  })

  app.route(settingHttp.deletePoolSetting, (call) => {
    const pool = poolOf(call.query)
    return audited(deps, call, { action: 'coupon-pool.unset', target: targetOf(pool) }, async (tx) => {
      await requireOpen(tx, pool.spaceId)
      const before = await deleteSetting(tx, pool)
      return { before, answer: { _id: before.id } }
    })
  })
}
