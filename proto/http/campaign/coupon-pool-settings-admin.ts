import { z } from 'zod'
import { isoTime, objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { metaTimerShown, pool_name, poolQuery, poolTerms, space_id } from './coupon-shapes.ts'

const service = 'campaign'
const path = `${base.platformAdmin}/coupon/codepool/setting`
const write = { kind: 'project', ability: 'project.write', scope: 'coupon.write' } as const

const setting = z.object({
  _id: objectId.describe('id of the setting'),
  space_id,
  pool_name: z.string().describe('name of the pool'),
  description: z.string().describe('what its people say of the pool'),
  meta_timer: metaTimerShown.describe(
    'what holds of the whole pool (CA-71); uses are counted where it has a limit or a rest',
  ),
  created: isoTime.describe('when it was set first'),
  updated: isoTime.describe('when it was set last'),
})
export type PoolSettingShown = z.infer<typeof setting>

const oneSetting = z.object({ setting: setting.describe('the setting') })
const refusals = ['validation', 'project_archived']

export const couponPoolSettingAdminHttp = {
  getPoolSetting: endpoint({
    name: 'getPoolSetting',
    service,
    method: 'GET',
    path,
    auth: { kind: 'project', ability: 'project.read' },
    summary: 'What holds of a whole pool (CA-71)',
    query: poolQuery,
    status: 200,
    response: oneSetting,
    errors: ['validation', 'pool_setting_not_found'],
  }),
  setPoolSetting: endpoint({
    name: 'setPoolSetting',
    service,
    method: 'POST',
    path,
    auth: write,
    summary:
      'Set what holds of a whole pool, all of it; its limit counts what was used before too (CA-71, CA-77)',
    body: z.strictObject({
      setting: z
        .strictObject({ space_id, pool_name, ...poolTerms })
        .describe('of which pool, and what holds'),
    }),
    status: 200,
    response: oneSetting,
    errors: refusals,
    idempotent: true,
    limit: 'write',
  }),
  deletePoolSetting: endpoint({
    name: 'deletePoolSetting',
    service,
    method: 'DELETE',
    path,
    auth: write,
    summary: 'Delete what holds of a pool that no payload uses; its codes stay (CA-77)',
    query: poolQuery,
    status: 200,
    response: z.object({ _id: objectId.describe('what is gone') }),
    errors: [...refusals, 'pool_setting_not_found', 'pool_in_use'],
    idempotent: true,
    limit: 'write',
  }),
}
