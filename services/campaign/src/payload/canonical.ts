import canonicalize from 'canonicalize'
import { notJson } from './plain.ts'

/** RFC 8785: the one text of a value. @throws where there is none: see `notJson` */
export function canonicalText(value: unknown): string {
  const [fault] = notJson(value)
  if (fault) throw new TypeError(`no canonical JSON: ${fault.path} ${fault.message}`)
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('no canonical JSON')
  return text
}
