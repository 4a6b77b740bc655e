import type { SearchMiddleware } from '@tanstack/react-router'
import { z } from 'zod'

const text = z.string().max(500).optional().catch(undefined)

/** What the address of every page may say. */
export const rootSearch = z.object({
  errorCode: text,
  errorMessage: text,
  liffId: text,
  redirectUrl: text,
  sessionId: text,
  sign: text,
})

/** ID-8: what is kept across links: tokens never are, and a hand-over is used once. */
export const keep: SearchMiddleware<z.infer<typeof rootSearch>> = ({ search, next }) => {
  const result = { ...next(search) }
  for (const name of ['liffId', 'redirectUrl', 'sessionId', 'sign'] as const) {
    const value = search[name]
    if (value !== undefined && !value.startsWith('h-')) result[name] ??= value
  }
  return result
}
