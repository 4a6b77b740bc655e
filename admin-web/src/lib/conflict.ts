import { ResponseError } from '@talad/proto/http/client'

export type Conflict = { by: string | undefined; at: string | undefined; what: string | undefined }

const firstText = (...values: readonly unknown[]) =>
  values.find((value): value is string => typeof value === 'string' && value !== '')

/** AW-4: who changed it meanwhile, when and how, where a call was refused for that; as far as the service says. */
export function conflictOf(error: unknown): Conflict | undefined {
  if (!(error instanceof ResponseError) || error.code !== 'version_conflict') return undefined
  const { changed_by, by, changed_at, at, what } = error.problem?.details ?? {}
  return { by: firstText(changed_by, by), at: firstText(changed_at, at), what: firstText(what) }
}
