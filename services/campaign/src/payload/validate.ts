import { checkNames, type Finding } from '@talad/proto/http/campaign/payload/check'
import { inherit } from '@talad/proto/http/campaign/payload/inherit'
import { type Payload, payload as stored } from '@talad/proto/http/campaign/payload/modules'
import { unknownVariables } from '@talad/proto/http/campaign/payload/substitute'
import { canonicalText } from './canonical.ts'
import { notJson } from './plain.ts'

/** What came of looking at a payload: itself with what to think about, or all that is wrong with it. */
export type Checked = { payload: Payload; warnings: Finding[] } | { errors: Finding[] }

const MOST_BYTES = 65_536
const MOST_FINDINGS = 100
const MOST_PATH = 300
const bounded = (findings: Finding[]) =>
  findings.slice(0, MOST_FINDINGS).map(({ path, message }) => ({ path: path.slice(0, MOST_PATH), message }))

/**
 * Looks at a payload that somebody wants to save.
 * @param given whatever was sent
 * @param inherited what lies under it: the collection's for an item, absent for a collection (CA-59)
 * @returns all that is wrong, at most 100 findings; or the payload as it is stored, and its unknown variables (CA-61)
 */
export function checkPayload(given: unknown, inherited?: Payload): Checked {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { errors: [{ path: '', message: 'must be an object' }] }
  const impossible = notJson(given)
  if (impossible.length > 0) return { errors: bounded(impossible) }
  if (Buffer.byteLength(canonicalText(given)) > MOST_BYTES)
    return { errors: [{ path: '', message: 'must have at most 64 kB' }] }
  const { errors, checked } = checkNames(given, inherited)
  if (errors.length > 0) return { errors: bounded(errors) }
  const payload = stored.parse(Object.fromEntries(checked))
  const known = inherit(inherited ? [inherited, payload] : [payload])
  const warnings = unknownVariables(payload.description ?? '', known).map((variable) => ({
    path: 'description',
    message: `${variable} is no known variable`,
  }))
  return { payload, warnings }
}
