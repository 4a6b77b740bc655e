import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FairItem } from '@talad/demo/fair'
import { apiKeyAdminHttp as keys } from '@talad/proto/http/campaign/api-keys-admin'
import { couponPoolAdminHttp as pools } from '@talad/proto/http/campaign/coupon-pools-admin'
import type { Call } from './site.ts'

/** Puts the codes of a stall into its pool, each good once. Safe to run again. */
export async function fillPool(
  call: Call,
  space_id: string,
  { name: pool_name, description, codes }: NonNullable<FairItem['pool']>,
): Promise<void> {
  const terms = { description, meta_timer: { limit: 1 } }
  const batch = { space_id, pool_name, codes: codes.map((code) => ({ code, ...terms })) }
  await call(pools.batchPoolCodes, { body: { batch } })
}

const NAME = 'Temple fair gate'

/**
 * Makes the key of who stands at the gate and the stall, and leaves it in the data folder for the operator: a secret is
 * shown once, so one whose file wasn't written gives way to a new one.
 * @returns it
 */
export async function handOverKey(call: Call, projectId: string, folder: string): Promise<string> {
  const { list } = (await call(keys.listApiKeys, { query: { projectId, size: 100 } })).apiKeys
  for (const { apiKeyId } of list.filter(({ name, revoked }) => name === NAME && revoked === null))
    await call(keys.revokeApiKey, { query: { projectId, apiKeyId } })
  const permissions = ['campaign.read', 'campaign.trigger', 'coupon.check', 'coupon.consume'] as const
  const made = await call(keys.createApiKey, {
    body: { projectId, name: NAME, permissions: [...permissions] },
  })
  await writeFile(join(folder, 'gate-key'), `${made.secret}\n`, { mode: 0o600 })
  return made.secret
}
