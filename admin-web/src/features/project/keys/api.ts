import { type ApiKey, apiKeyAdminHttp as http } from '@talad/proto/http/campaign/api-keys-admin'
import { call } from '@talad/ui/client/call'
import { act } from '@talad/ui/session/step-up'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { fromIndexed, indexOf } from '../../../lib/pages.ts'
import type { ListSource } from '../../../ui/data-table/column.ts'

/** Begins the keys of everything that is read of API keys. */
export const KEYS = 'api-keys'

export const keySource = (projectId: string): ListSource<ApiKey> => ({
  key: KEYS,
  read: async ({ at, size }, signal) => {
    const query = { projectId, size, page: indexOf(at), count: '1' as const }
    return fromIndexed((await call(http.listApiKeys, { query }, { signal })).apiKeys)
  },
})

type OfKey = { projectId: string; apiKeyId: string }

export const keyQuery = (about: OfKey) =>
  queryOptions({
    queryKey: [KEYS, 'one', about.apiKeyId],
    queryFn: async ({ signal }) => (await call(http.getApiKey, { query: about }, { signal })).apiKey,
  })

export type NewKey = z.input<NonNullable<typeof http.createApiKey.body>>

export const createKey = (key: NewKey, idempotencyKey: string) =>
  act(http.createApiKey, { body: key }, { idempotencyKey })

export const rotateKey = (about: OfKey & { overlapDays: number }, idempotencyKey: string) =>
  act(http.rotateApiKey, { body: about }, { idempotencyKey })

export const revokeKey = (about: OfKey, idempotencyKey: string) =>
  act(http.revokeApiKey, { query: about }, { idempotencyKey })
