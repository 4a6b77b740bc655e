import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Endpoint } from '@talad/proto/http/contract'
import type { FastifyInstance } from 'fastify'
import type { GatewayConfig } from '../config.ts'
import { errorsPage } from './errors-page.ts'
import { readExamples } from './examples.ts'
import { openApiDocument } from './openapi.ts'

/** As strict as the page of the documentation works with: it puts style sheets and pictures into itself. */
const POLICY = {
  'default-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

/** Serves the description of every call that is exposed, for people at `/docs` and for programs. */
export async function docsRoutes(
  fastify: FastifyInstance,
  endpoints: readonly Endpoint[],
  config: GatewayConfig,
): Promise<void> {
  const document = openApiDocument(endpoints, {
    title: `${config.SITE_NAME} API`,
    examples: await readExamples(),
  })
  const text = JSON.stringify(document)
  for (const url of ['/openapi.json', '/docs/openapi.json'])
    fastify.get(url, (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(text),
    )
  const errors = errorsPage(endpoints, config.SITE_NAME)
  fastify.get('/docs/errors', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(errors),
  )
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
