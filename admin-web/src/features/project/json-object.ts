import { hasDuplicateKeys } from '@talad/proto/http/campaign/payload/duplicate-keys'

export type JsonObject = Readonly<Record<string, unknown>>

/** Free data as it is typed; nothing where there is none. */
export const objectText = (data: JsonObject) =>
  Object.keys(data).length === 0 ? '' : JSON.stringify(data, null, 2)

/** What is typed as free data; undefined where it is no object of JSON, or would lose what a key was given first. */
export function objectOf(text: string): JsonObject | undefined {
  if (text.trim() === '') return {}
  try {
    const given: unknown = JSON.parse(text)
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
    return hasDuplicateKeys(text) ? undefined : { ...given }
  } catch {
    return undefined
  }
}
