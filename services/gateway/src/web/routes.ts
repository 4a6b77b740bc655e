import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import serveStatic from '@fastify/static'
import { MAIN_SITE } from '@talad/shared/context'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAdminHost } from '../admin-host.ts'
import { builtPage } from '../built-page.ts'
import type { Deps } from '../deps.ts'
import type { FirstPages } from '../first-page/first-pages.ts'
import { isDrawn, type Look, lookOf, withFirstPage } from '../first-page/page.ts'
import { liffPolicy, previewPolicy } from '../security.ts'
import type { Previews } from '../share/previews.ts'
import { languagesOf } from '../site/continent.ts'
import { isOfItself, withSite } from '../site/head.ts'
import type { LiveSite } from '../site/live-site.ts'
import { ICON_FILE, iconOf, OWN_FILES } from '../site/own-files.ts'
import { hostOf, type Sites } from '../site/sites.ts'
import { chainNames } from './chain-names.ts'
import { webFiles } from './files.ts'
import { liffApps } from './liff-apps.ts'
import { pageOf } from './pages.ts'

const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Talad</title>
<h1>The web app is not built</h1>
<p>Build it with <code>npm run build --workspace web</code>, the admins' with
<code>npm run build --workspace admin-web</code>, and load this page again.</p>
</html>
`
const BROTLI_QUALITY = 5
/** AW-13: shows what an editor is writing, as it will be seen. */
const PREVIEW = 'preview'
/** Vite puts the hash of their content into the names of these. */
const HASHED = /^assets\/[^/]+$/

/** A built app: its folder, and its files as soon as it is built. */
type BuiltApp = { dir: string; files(): Promise<ReadonlySet<string> | undefined> }

function builtApp(dir: string): BuiltApp {
  let known: ReadonlySet<string> | undefined
  return {
    dir,
    files: async () => {
      known ??= await webFiles(dir) // built while we were running
      return known
    },
  }
}

/** The users' app as the page of the site that was asked. */
async function sendPage(
  { config, sites }: Pick<Deps, 'config' | 'sites'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  html: string,
): Promise<FastifyReply> {
  const live = sites.get(request.site ?? MAIN_SITE)
  const [path = '/'] = request.url.split('?')
  return reply
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(withSite(html, live, { origin: originOf(request, sites), path, config }))
}

function sendIndex(reply: FastifyReply, { dir }: BuiltApp): FastifyReply {
  return reply.header('cache-control', 'no-cache').sendFile('index.html', dir)
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT)
}

/** Sends a file of an app, if the path is one. */
async function fileOf(app: BuiltApp, path: string, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (path === 'index.html' || !(await app.files())?.has(path)) return undefined
  const cache = HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
  return reply.header('cache-control', cache).sendFile(path, app.dir)
}

/** Sends a file that a site which says something of itself has of its own, if the path is one. */
function ownFiles({ config }: Pick<Deps, 'config'>, app: BuiltApp) {
  const built = new Map(Object.keys(OWN_FILES).map((path) => [path, builtPage(app.dir, path)]))
  return async (path: string, live: LiveSite, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const [own, read, icon] = [OWN_FILES[path], built.get(path), iconOf(live)]
    if (!isOfItself(live) || !(await app.files())?.has(path)) return undefined
    if (path === ICON_FILE && icon) return reply.header('cache-control', 'no-cache').redirect(icon, 302)
    if (!own || !read) return undefined
    reply.header('cache-control', 'no-cache')
    return reply.type(`${own.type}; charset=utf-8`).send(own.make(await read(), live, config))
  }
}

/** The site's primary origin: one address to share, whichever of its hosts was asked (GW-6). */
function originOf(request: FastifyRequest, sites: Sites): string {
  return sites.originOf(request.site ?? MAIN_SITE) ?? `${request.protocol}://${hostOf(request)}`
}

type Parts = { previews: Previews | undefined; firstPages: FirstPages | undefined }

/** Makes the pages of which there is more to tell than the empty one does. */
function pageMaker({ config, sites }: Pick<Deps, 'config' | 'sites'>, { previews, firstPages }: Parts) {
  const built = builtPage(config.WEB_DIST)
  return async (path: string, request: FastifyRequest) => {
    const languages = languagesOf(sites.get(request.site ?? MAIN_SITE), config)
    const look: Look = lookOf(request.headers.cookie, languages)
    const [told, drawn] = await Promise.all([
      previews?.page(path, { site: request.site, origin: originOf(request, sites) }),
      isDrawn(path) ? firstPages?.get(request, request.url, look.language) : undefined,
    ])
    if (!drawn || (told && told.status !== 200)) return told
    return { status: 200, html: withFirstPage(told?.html ?? (await built()), drawn, look) }
  }
}

/** The admins' app says itself which of its pages there are. */
async function adminPage(
  app: BuiltApp,
  path: string,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (pageOf(path) === 'not-a-page') {
    reply.callNotFound()
    return undefined
  }
  return (await app.files()) ? sendIndex(reply, app) : sendNotBuilt(reply)
}

/** Serves the built apps: their files, and their index page under every address that is a page; each on its own hosts. */
export async function webRoutes(
  fastify: FastifyInstance,
  deps: Pick<Deps, 'config' | 'sites'>,
  parts: Parts,
): Promise<void> {
  const { config, sites } = deps
  const users = builtApp(config.WEB_DIST)
  const admins = builtApp(config.ADMIN_DIST)
  const pages = pageMaker(deps, parts)
  const built = builtPage(config.WEB_DIST)
  const ownFile = ownFiles(deps, users)
  const isSomebodys = chainNames(config.UPSTREAMS.identity)
  const isInLine = liffApps(config.UPSTREAMS.identity)

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
      const app = isAdminHost(sites, request) ? admins : users
      const live = sites.get(request.site ?? MAIN_SITE)
      const file = (app === users && (await ownFile(path, live, reply))) || (await fileOf(app, path, reply))
      if (file) return file
      if (app === admins) return adminPage(admins, path, reply)
      const page = pageOf(path)
      if (path === PREVIEW)
        reply
          .header('content-security-policy', previewPolicy(config, sites))
          .header('x-robots-tag', 'noindex, nofollow')
          .removeHeader('x-frame-options')
      else if (page !== 'not-a-page' && (await isInLine(request.query)))
        reply.header('content-security-policy', liffPolicy(config))
      if (page === 'not-a-page') return reply.callNotFound()
      if (!(await users.files())) return sendNotBuilt(reply)
      if (page === 'chain-name' && (await isSomebodys(path)))
        return reply.redirect(`/people/${encodeURIComponent(path)}`, 302)
      const made = page === 'page' ? await pages(path, request) : { status: 404 }
      // what has been chosen for this browser decides how its page is drawn
      reply.header('vary', 'cookie').code(made?.status ?? 200)
      const isPlain = !made || !('html' in made)
      if (isPlain && !isOfItself(live)) return sendIndex(reply, users)
      return sendPage(deps, { request, reply }, isPlain ? await built() : made.html)
    })
  })
}
