import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import serveStatic from '@fastify/static'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { GatewayConfig } from '../config.ts'
import { webFiles } from './files.ts'
import { pageOf } from './pages.ts'

const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Talad</title>
<h1>The web app is not built</h1>
<p>Build it with <code>npm run build --workspace web</code> and load this page again.</p>
</html>
`
const BROTLI_QUALITY = 5
/** Vite puts the hash of their content into the names of these. */
const HASHED = /^assets\/[^/]+$/

function sendIndex(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-cache').sendFile('index.html')
}

/** Serves the built web app: its files, and its index page under every address that is a page. */
export async function webRoutes(fastify: FastifyInstance, config: GatewayConfig): Promise<void> {
  let files = await webFiles(config.WEB_DIST)

  await fastify.register(async (scope) => {
    await scope.register(compress, {
      encodings: ['br', 'gzip'],
      brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    })
    await scope.register(serveStatic, {
      root: config.WEB_DIST,
      serve: false,
      index: false,
      cacheControl: false, // said below
      suppressWarning: true,
    })

    // WB-1: one address per asset
    scope.get<{ Params: { address: string; token: string } }>('/asset/:address/:token', (request, reply) => {
      const { address, token } = request.params
      const query = request.url.split('?')[1]
      const path = ['assets', config.CHAIN_SLUG, address, token].map(encodeURIComponent).join('/')
      return reply.redirect(`/${path}${query === undefined ? '' : `?${query}`}`, 308)
    })

    scope.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
      const path = request.params['*']
      files ??= await webFiles(config.WEB_DIST) // built while we were running
      if (files?.has(path) && path !== 'index.html') {
        const cache = HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
        return reply.header('cache-control', cache).sendFile(path)
      }
      const page = pageOf(path)
      if (page === 'not-a-page') throw new Rejection('NOT_FOUND')
      if (!files) return reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT)
      return sendIndex(page === 'page' ? reply : reply.code(404))
    })
  })
}
