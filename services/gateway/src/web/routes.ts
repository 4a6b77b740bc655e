import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { builtPage } from '../built-page.ts'
import type { GatewayConfig } from '../config.ts'
import type { FirstPages } from '../first-page/first-pages.ts'
import { isDrawn, type Look, lookOf, withFirstPage } from '../first-page/page.ts'
import type { Previews } from '../share/previews.ts'
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

/** The site's first origin: one address to share, whichever of its hosts was asked. */
function originOf(request: FastifyRequest, origins: readonly string[]): string {
  return origins[0] ?? `${request.protocol}://${request.host}`
}

type Parts = { previews: Previews | undefined; firstPages: FirstPages | undefined }

/** Makes the pages of which there is more to tell than the empty one does. */
function pageMaker(config: GatewayConfig, { previews, firstPages }: Parts) {
  const built = builtPage(config.WEB_DIST)
  return async (path: string, request: FastifyRequest) => {
    const look: Look = lookOf(request.headers.cookie)
    const [told, drawn] = await Promise.all([
      previews?.page(path, originOf(request, config.SITE_ORIGINS)),
      isDrawn(path) ? firstPages?.get(request.url, look.language) : undefined,
    ])
    if (!drawn || (told && told.status !== 200)) return told
    return { status: 200, html: withFirstPage(told?.html ?? (await built()), drawn, look) }
  }
}

/** Serves the built web app: its files, and its index page under every address that is a page. */
export async function webRoutes(
  fastify: FastifyInstance,
  config: GatewayConfig,
  parts: Parts,
): Promise<void> {
  let files = await webFiles(config.WEB_DIST)
  const pages = pageMaker(config, parts)

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
      preCompressed: true,
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
      if (page === 'not-a-page') return reply.callNotFound()
      if (!files) return reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT)
      if (page === 'unknown-page') return sendIndex(reply.code(404))
      const made = await pages(path, request)
      // what has been chosen for this browser decides how its page is drawn
      if (!made) return sendIndex(reply.header('vary', 'cookie'))
      return reply
        .code(made.status)
        .headers({ 'cache-control': 'no-cache', vary: 'cookie' })
        .type('text/html; charset=utf-8')
        .send(made.html)
    })
  })
}
