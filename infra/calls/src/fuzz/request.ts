import fc from 'fast-check'
import type { Operation } from './document.ts'
import { type Known, oddly, oddText } from './values.ts'

/** One request that was made up. */
export type Made = {
  operation: Operation
  /** path and query */
  target: string
  headers: Record<string, string>
  body: string | undefined
}

const ENDS_SESSIONS = ['logout', 'erasePersonalData', 'devAuth']
const JSON_TYPE = 'application/json'

function queryOf(operation: Operation, known: Known): fc.Arbitrary<string> {
  const inQuery = operation.parameters.filter((one) => one.in === 'query')
  const fields = inQuery.map((one) => {
    const value = oddText(one.schema ?? {}, known)
    const often = one.required ? 20 : 1 // what is optional stays away more often than not
    return fc
      .oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: often, arbitrary: value })
      .map((text): [string, string | undefined] => [one.name, text])
  })
  const stranger = fc.constantFrom<[string, string | undefined]>(['zz', undefined], ['zz', 'x'])
  return fc.tuple(...fields, stranger).map((pairs) => {
    const given = pairs.flatMap(([name, text]) =>
      text === undefined ? [] : [[name, text.toWellFormed()] as [string, string]],
    )
    return String(new URLSearchParams(given))
  })
}

function pathOf(operation: Operation, known: Known): fc.Arbitrary<string> {
  const inPath = operation.parameters.filter((one) => one.in === 'path')
  const values = inPath.map((one) =>
    oddText(one.schema ?? {}, known).map((text) => [one.name, text] as const),
  )
  return fc.tuple(...values).map((pairs) =>
    pairs.reduce(
      // dots and slashes would be another address
      (path, [name, text]) =>
        path.replace(`{${name}}`, encodeURIComponent(text.toWellFormed().replace(/[./\\]/g, '_') || '_')),
      operation.path,
    ),
  )
}

function formOf(value: unknown): string {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return String(
    new URLSearchParams(
      fields.map(([name, field]): [string, string] => [name, String(field).toWellFormed()]),
    ),
  )
}

const BOUNDARY = '----made-up-form'

/** The same as a form of parts, where what should be a file is none as often as not. */
function partsOf(value: unknown): string {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const parts = fields.map(([name, field], at) => {
    const file = at % 2 === 0 ? '' : '; filename="a.png"\r\ncontent-type: image/png'
    const about = `content-disposition: form-data; name="${encodeURIComponent(name.toWellFormed())}"${file}`
    return `--${BOUNDARY}\r\n${about}\r\n\r\n${String(field).toWellFormed()}\r\n`
  })
  return `${parts.join('')}--${BOUNDARY}--\r\n`
}

function written(type: string, made: unknown): { type: string; text: string } {
  if (type === JSON_TYPE) return { type, text: JSON.stringify(made) ?? 'null' }
  if (type === 'multipart/form-data') return { type: `${type}; boundary=${BOUNDARY}`, text: partsOf(made) }
  return { type, text: formOf(made) }
}

function bodyOf(
  operation: Operation,
  known: Known,
): fc.Arbitrary<{ type: string; text: string } | undefined> {
  const [described] = Object.entries(operation.requestBody?.content ?? {})
  if (!described) return fc.constant(undefined)
  const [type, { schema = {} }] = described
  return fc.oneof(
    { weight: 30, arbitrary: oddly(schema, known).map((made) => written(type, made)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom({ type, text: '{"a":' }, { type: 'text/xml', text: '<a/>' }, undefined),
    },
  )
}

/** Requests to one call, good and bad ones, by callers of all kinds. @param tokens of those who are signed in */
export function requestsTo(
  operation: Operation,
  known: Known,
  tokens: readonly string[],
): fc.Arbitrary<Made> {
  // who signs out, in again, or is forgotten, can't go on as before
  const signedIn = ENDS_SESSIONS.includes(operation.operationId) ? [] : [...tokens, ...tokens, ...tokens]
  const bearers = [...signedIn, 'not-a-token', undefined]
  const key = fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom('k', 'k'.repeat(65)) },
  )
  return fc
    .tuple(
      pathOf(operation, known),
      queryOf(operation, known),
      bodyOf(operation, known),
      fc.constantFrom(...bearers),
      key,
    )
    .map(([path, query, body, token, idempotencyKey]) => ({
      operation,
      target: query === '' ? path : `${path}?${query}`,
      headers: {
        ...(body ? { 'content-type': body.type } : {}),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: body?.text,
    }))
}
