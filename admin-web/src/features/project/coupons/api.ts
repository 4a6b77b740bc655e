import {
  type PoolSettingShown,
  couponPoolSettingAdminHttp as settingHttp,
} from '@talad/proto/http/campaign/coupon-pool-settings-admin'
import {
  couponPoolAdminHttp as http,
  type PoolCodeShown,
} from '@talad/proto/http/campaign/coupon-pools-admin'
import { ResponseError } from '@talad/proto/http/client'
import { saveFile } from '@talad/ui/browser/save-file'
import { source } from '@talad/ui/browser/source'
import { call } from '@talad/ui/client/call'
import { currentToken } from '@talad/ui/session/session'
import { act } from '@talad/ui/session/step-up'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { fromIndexed, indexOf } from '../../../lib/pages.ts'
import type { ListSource } from '../../../ui/data-table/column.ts'

/** Begins the keys of everything that is read of pools of codes. */
export const POOLS = 'pools'

export type { PoolCodeShown as PoolCode, PoolSettingShown as PoolSetting }
export type Pool = { space_id: string; pool_name: string }
export type Imported = z.output<typeof http.importPoolCodes.response>
export type NewSetting = z.input<NonNullable<typeof settingHttp.setPoolSetting.body>>['setting']

export const poolNamesQuery = (space_id: string) =>
  queryOptions({
    queryKey: [POOLS, 'names', space_id],
    queryFn: async ({ signal }) =>
      (await call(http.listPoolNames, { query: { space_id } }, { signal })).poolnames,
  })

export const poolCountQuery = (pool: Pool) =>
  queryOptions({
    queryKey: [POOLS, 'count', pool.space_id, pool.pool_name],
    queryFn: ({ signal }) => call(http.countPoolCodes, { query: pool }, { signal }),
  })

/** null: nothing is set of the pool */
export const settingQuery = (pool: Pool) =>
  queryOptions({
    queryKey: [POOLS, 'setting', pool.space_id, pool.pool_name],
    queryFn: async ({ signal }): Promise<PoolSettingShown | null> => {
      try {
        return (await call(settingHttp.getPoolSetting, { query: pool }, { signal })).setting
      } catch (error) {
        if (error instanceof ResponseError && error.code === 'pool_setting_not_found') return null
        throw error
      }
    },
    refetchOnWindowFocus: false,
  })

export const codeSource = (pool: Pool): ListSource<PoolCodeShown> => ({
  key: POOLS,
  read: async ({ at, size }, signal) => {
    const query = { ...pool, size, index: indexOf(at), count: '1' as const }
    return fromIndexed((await call(http.listPoolCodes, { query }, { signal })).codepools)
  },
})

/** Four sheets of 24. */
export const SHEET_CODES = 96
export const sheetQuery = (pool: Pool, index: number) =>
  queryOptions({
    queryKey: [POOLS, 'sheets', pool.space_id, pool.pool_name, index],
    queryFn: async ({ signal }) => {
      const query = { ...pool, size: SHEET_CODES, index, count: '1' as const }
      return (await call(http.listPoolCodes, { query }, { signal })).codepools
    },
  })

export const codeQuery = (_id: string) =>
  queryOptions({
    queryKey: [POOLS, 'code', _id],
    queryFn: async ({ signal }) => (await call(http.getPoolCode, { query: { _id } }, { signal })).codepool,
  })

/** AW-10 */
export const importCodes = (pool: Pool, file: File) =>
  call(http.importPoolCodes, { body: { ...pool, file } }, { idempotencyKey: crypto.randomUUID() }) // the bytes are in no key

export const deleteCode = (_id: string, key: string) =>
  act(http.deletePoolCode, { query: { _id } }, { idempotencyKey: key })

export const setSetting = (setting: NewSetting, key: string) =>
  act(settingHttp.setPoolSetting, { body: { setting } }, { idempotencyKey: key })

export const deleteSetting = (pool: Pool, key: string) =>
  act(settingHttp.deletePoolSetting, { query: pool }, { idempotencyKey: key })

/** AW-11: the whole pool as the server writes it, with zeros in front and nothing that a spreadsheet would run. */
export async function exportCodes(pool: Pool): Promise<void> {
  await call(http.countPoolCodes, { query: pool }) // a token that has expired is renewed by it
  const query = new URLSearchParams({ ...pool, format: 'csv' })
  const answer = await source.fetch(`${source.origin}${http.listPoolCodes.path}?${query}`, {
    headers: { authorization: `Bearer ${await currentToken()}` },
  })
  if (!answer.ok) throw new ResponseError(answer.status, undefined)
  saveFile(`talad-codes-${pool.pool_name}.csv`, await answer.text())
}
