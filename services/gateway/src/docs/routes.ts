import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Endpoint, Policy } from '@talad/proto/http/contract'
import type { FastifyInstance } from 'fastify'
import type { GatewayConfig } from '../config.ts'
import { errorsPage } from './errors-page.ts'
import { readExamples } from './examples.ts'
import { readGuides } from './guides.ts'
import { type License, openApiDocument } from './openapi.ts'
import { packed } from './packed.ts'
import { readRules, rulesPage } from './rules-page.ts'

/** As strict as the page of the documentation works with: it puts style sheets and pictures into itself. */
const POLICY = {
  'default-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

const JSON_TYPE = 'application/json; charset=utf-8'
const HTML = 'text/html; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'

/** Who calls what, each with a document of their own. */
const AUDIENCES: Readonly<Record<string, readonly Policy['kind'][]>> = {
  users: ['visitor', 'user', 'customer', 'kyc', 'dev'],
  admins: ['admin'],
  campaigns: ['project', 'key'],
}

function licenseOf({ API_LICENSE: name, API_LICENSE_URL: url }: GatewayConfig): License | undefined {
  return name === undefined ? undefined : { name, ...(url !== undefined && { url }) }
}

/** Serves the description of every call that is exposed, for people at `/docs` and for programs. */
export async function docsRoutes(
  fastify: FastifyInstance,
  endpoints: readonly Endpoint[],
  config: GatewayConfig,
): Promise<void> {
  const examples = await readExamples()
  const license = licenseOf(config)
  const document = openApiDocument(endpoints, {
    title: `${config.SITE_NAME} API`,
    license,
    examples,
  })
  const text = JSON.stringify(document)
  const whole = packed(text, JSON_TYPE)
  for (const url of ['/openapi.json', '/docs/openapi.json']) fastify.get(url, whole)
  for (const [audience, kinds] of Object.entries(AUDIENCES)) {
    const theirs = endpoints.filter(({ auth }) => kinds.includes(auth.kind))
    const about = { title: `${config.SITE_NAME} API for ${audience}`, license, examples }
    fastify.get(`/docs/${audience}.json`, packed(JSON.stringify(openApiDocument(theirs, about)), JSON_TYPE))
  }
  fastify.get('/docs/errors', packed(errorsPage(endpoints, config.SITE_NAME), HTML))
  fastify.get('/docs/rules', packed(rulesPage(await readRules(), config.SITE_NAME), HTML))
  for (const [url, text] of await readGuides()) fastify.get(url, packed(text, MARKDOWN))
  await fastify.register(async (scope) => {
    await scope.register(swagger, { mode: 'static', specification: { document: JSON.parse(text) } })
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: POLICY,
      uiConfig: { deepLinking: true },
      theme: { title: document.info.title },
    })
  })
}
