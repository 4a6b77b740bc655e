import { abilities } from '@talad/proto/http/campaign/abilities'
import { problem } from '@talad/proto/http/common'
import type { Endpoint, Policy } from '@talad/proto/http/contract'
import { live, liveEvents, liveMarket } from '@talad/proto/http/gateway/live'
import { manifests } from '@talad/services/manifests'
import { errorAnswers } from './errors.ts'
import type { Example, Examples } from './examples.ts'
import { namedSchemas, referring } from './named.ts'
import { exampleOf, parametersOf } from './parameters.ts'
import { fieldsOf, inputSchema, type JsonSchema, outputSchema } from './schemas.ts'

/** Answers that are not JSON, by their types. */
const BODIES: Readonly<Record<string, Record<string, { schema: JsonSchema }>>> = {
  getMedia: { 'image/webp': { schema: {} } },
  playMedia: { 'video/*': { schema: {} }, 'audio/*': { schema: {} } },
  ...Object.fromEntries(
    [live, liveMarket].map(({ name }) => [name, { 'text/event-stream': { schema: { type: 'string' } } }]),
  ),
}

const descriptions = new Map<string, string>(manifests.map(({ name, description }) => [name, description]))

const LEVELS = { 1: 'BRONZE', 2: 'SILVER', 3: 'GOLD' } as const

function whoMayCall(policy: Policy): string {
  const fresh = 'fresh' in policy && policy.fresh ? ', signed in at most 15 minutes ago (ID-29)' : ''
  switch (policy.kind) {
    case 'visitor':
      return 'Open to everybody.'
    case 'user':
      return `For everybody who is signed in${fresh}.`
    case 'customer':
      return `For customers: signed in, with a Join identity (ID-3)${fresh}.`
    case 'kyc':
      return `For customers with KYC level ${LEVELS[policy.level]} or above${fresh}.`
    case 'admin':
      return `For admins with the permission ${policy.permission}${fresh}.`
    case 'project':
      return `For people whose role in the project is one of ${abilities[policy.ability].join(', ')}${policy.scope ? `, and for its API keys that may ${policy.scope}` : ''} (CA-1).`
    case 'key':
      return `For API keys that may ${policy.scope}, sent as x-api-key.`
    case 'callback':
      return 'For the card provider, or the browser that comes back from it.'
    case 'internal':
      return 'For services.'
    case 'dev':
      return 'Only in development (GW-28).'
  }
}

function bodyTypeOf({ auth, form }: Endpoint): string {
  if (form) return 'multipart/form-data'
  return auth.kind === 'callback' ? 'application/x-www-form-urlencoded' : 'application/json'
}

function requestBodyOf(endpoint: Endpoint, { body: sent }: Example): object | undefined {
  const { body } = endpoint
  if (!body) return undefined
  const type = bodyTypeOf(endpoint)
  const content = { [type]: { schema: inputSchema(body), ...exampleOf(sent) } }
  return { required: !body.safeParse(undefined).success, content }
}

const CSV = { 'text/csv': { schema: { type: 'string', description: 'asked for with `format: csv`' } } }

/** Whether the caller may ask for a file instead (AW-11). */
function offersFile({ query, body }: Endpoint): boolean {
  return [...fieldsOf(query), ...fieldsOf(body)].some(
    ({ name, schema }) => name === 'format' && JSON.stringify(schema).includes('"csv"'),
  )
}

function successOf(endpoint: Endpoint, { answer, location }: Example): object {
  const { name, status, response } = endpoint
  if (status === 302) {
    return {
      description: 'The browser goes on',
      headers: {
        location: { schema: { type: 'string', format: 'uri-reference' }, ...exampleOf(location) },
      },
    }
  }
  const json = () => ({
    'application/json': { schema: referring(outputSchema(response)), ...exampleOf(answer) },
  })
  return {
    description: status === 201 ? 'Created' : 'OK',
    content: { ...(BODIES[name] ?? json()), ...(offersFile(endpoint) && CSV) },
  }
}

function securityOf(auth: Policy): object[] {
  if (auth.kind === 'key') return [{ key: [] }]
  if (auth.kind === 'project' && auth.scope !== undefined) return [{ bearer: [] }, { key: [] }]
  return [...(['visitor', 'callback', 'dev'].includes(auth.kind) ? [{}] : []), { bearer: [] }]
}

function operation(endpoint: Endpoint, example: Example): object {
  const { name, service, summary, auth, status } = endpoint
  const requestBody = requestBodyOf(endpoint, example)
  return {
    operationId: name,
    tags: [service],
    summary,
    description: whoMayCall(auth),
    security: securityOf(auth),
    parameters: parametersOf(endpoint, example),
    ...(requestBody ? { requestBody } : {}),
    responses: { [status]: successOf(endpoint, example), ...errorAnswers(endpoint) },
  }
}

/** `/a/:b` as OpenAPI writes it: `/a/{b}`. */
export function openApiPath(path: string): string {
  return path.replace(/:([a-zA-Z_]+)/g, '{$1}')
}

function pathsOf(endpoints: readonly Endpoint[], examples: Examples): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = openApiPath(endpoint.path)
    const described = operation(endpoint, examples[endpoint.name] ?? {})
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: described }
  }
  return paths
}

const LIVE_SCHEMAS = Object.fromEntries(
  Object.entries(liveEvents).map(([name, schema]) => [
    `Live${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    outputSchema(schema),
  ]),
)

/** Under which terms the documents and the client may be used: what the owner of the installation says. */
export type License = { name: string; url?: string }

/**
 * The OpenAPI 3.1 document of these calls, from the schemas that the services check them with.
 * @param about.examples by the names of calls: what was really sent and answered
 */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  about: { title: string; license?: License | undefined; examples?: Examples },
) {
  return {
    openapi: '3.1.0',
    info: {
      title: about.title,
      version: '1',
      ...(about.license && { license: about.license }),
      description:
        'Errors are RFC 9457 problems: branch on `code`, show `message`, quote `requestId`. ' +
        'Amounts of money are integers of 1/100 baht, amounts of tokens decimal strings. ' +
        'The data of each live update is described in the schemas `Live…` by its event name. ' +
        'What a `rule` says stands at /docs/rules. Documents for users, admins and campaigns alone: /docs/users.json, /docs/admins.json, /docs/campaigns.json. ' +
        'A guide stands at /docs/api.md, what changes at /docs/api-changes.md, the client in TypeScript at /docs/client.md. ' +
        'Examples were sent and answered so; ids, addresses, keys and times are others, lists are cut at three.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map(({ service }) => service))].map((name) => {
      const description = descriptions.get(name)
      return { name, ...(description !== undefined && { description }) }
    }),
    externalDocs: { description: 'Every error code, and what to do about it', url: '/docs/errors' },
    paths: pathsOf(endpoints, about.examples ?? {}),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
      schemas: { Problem: outputSchema(problem), ...LIVE_SCHEMAS, ...namedSchemas },
      headers: {
        RetryAfter: { description: 'seconds after which to try again', schema: { type: 'integer' } },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description: 'The same key with the same body gets the first answer again, for 24 hours (GW-10).',
          schema: { type: 'string', minLength: 1, maxLength: 64 },
        },
        LastEventId: {
          name: 'Last-Event-ID',
          in: 'header',
          description: 'Id of the last update that was received: what came after it is sent first.',
          schema: { type: 'string' },
        },
      },
    },
  }
}
