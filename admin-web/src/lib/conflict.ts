import { ResponseError } from '@talad/proto/http/client'

export type Conflict = { by: string | undefined; at: string | undefined }

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** AW-4: who changed it meanwhile and when, where a call was refused for that. */
export function conflictOf(error: unknown): Conflict | undefined {
  if (!(error instanceof ResponseError) || error.code !== 'version_conflict') return undefined
  const details = error.problem?.details ?? {}
  return { by: textOf(details.changed_by), at: textOf(details.changed_at) }
}
