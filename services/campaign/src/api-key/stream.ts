import { stream } from '@talad/shared/stream'
import { decide } from './decide.ts'
import { type ApiKey, type ApiKeyEvent, apiKeyEvent } from './events.ts'
import { saveApiKeys } from './rows.ts'

function evolve(state: ApiKey | undefined, { type, data }: ApiKeyEvent): ApiKey {
  if (type === 'ApiKeyCreated')
    return { terms: data.terms, secret: data.secret, createdBy: data.by, createdAt: data.at, revokedAt: null }
  if (!state) throw new Error('a key that is changed before it was there')
  if (type === 'ApiKeyRevoked') return { ...state, revokedAt: data.at }
  return { ...state, terms: { ...state.terms, expires: data.until } }
}

/** By what programs call. */
export const apiKeys = stream({
  name: 'api-key',
  event: apiKeyEvent,
  initial: undefined as ApiKey | undefined,
  evolve,
  decide,
  save: saveApiKeys,
})
