import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Made } from './request.ts'

const TIMEOUT_MS = 20_000
const ID = 'https://talad.test/openapi.json'

/** What a request got, as far as the document speaks of it. */
type Answer = { status: number; type: string; text: string }

async function send(gateway: string, made: Made): Promise<Answer> {
  const { operation, target, headers, body } = made
  const leave = new AbortController()
  const response = await fetch(gateway + target, {
    method: operation.method,
    headers,
    ...(body === undefined || operation.method === 'GET' ? {} : { body }),
    redirect: 'manual',
    signal: AbortSignal.any([leave.signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
  const endless = type === 'text/event-stream'
  const text = endless ? '' : await response.text()
  if (endless) leave.abort()
  return { status: response.status, type, text }
}

const pointer = (...parts: string[]) =>
  `${ID}#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`

/** What came of a request, and how it contradicts the document, in one line. */
export type Verdict = { status: number; contradiction: string | undefined }

/**
 * Sends requests and holds the answers against the document.
 * @param whole the OpenAPI document
 */
export function openJudge(gateway: string, whole: object): (made: Made) => Promise<Verdict> {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false })
  ajv.addSchema({ ...whole, $id: ID })
  const validators = new Map<string, ValidateFunction>()
  const validatorAt = (at: string): ValidateFunction => {
    const known = validators.get(at) ?? ajv.compile({ $ref: at })
    validators.set(at, known)
    return known
  }
  const contradictionOf = ({ operation }: Made, { status, type, text }: Answer): string | undefined => {
    const name = `${operation.operationId} ${status}`
    if (status >= 500 && status !== 503) return `${name}: a fault: ${text.slice(0, 300)}`
    const described = operation.responses[String(status)]
    if (!described) return `${name} is not in the document: ${text.slice(0, 200)}`
    if (!described.content) return undefined
    const [family] = type.split('/')
    if (!described.content[type] && !described.content[`${family}/*`])
      return `${name} comes as ${type || 'nothing'}, not ${Object.keys(described.content)}`
    if (!type.endsWith('json')) return undefined
    const method = operation.method.toLowerCase()
    const validate = validatorAt(
      pointer('paths', operation.path, method, 'responses', String(status), 'content', type, 'schema'),
    )
    if (validate(JSON.parse(text))) return undefined
    const [fault] = validate.errors ?? []
    const where = `${fault?.instancePath} ${fault?.message} ${JSON.stringify(fault?.params)}`
    return `${name}: ${where}: ${text.slice(0, 200)}`
  }
  return async (made) => {
    const answer = await send(gateway, made)
    return { status: answer.status, contradiction: contradictionOf(made, answer) }
  }
}
