import { hash } from 'node:crypto'
import { MAIN_SITE } from '@talad/shared/context'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyInstance } from 'fastify'
import { cookieOf } from '../cookie.ts'
import type { Deps } from '../deps.ts'
import { html } from '../text-as-html.ts'
import { gtmIdOf } from './continent.ts'
import { domainOf } from './sites.ts'

/** GW-36: the page in which the tag manager of a host runs. */
export const TAGS_PATH = '/tags.html'
/** Written by the web app when somebody consents, and taken away when they withdraw it. */
const CONSENT = 'talad.tags'

const MANAGER = 'https://*.googletagmanager.com'
const TOLD_TO = [MANAGER, 'https://*.google-analytics.com', 'https://*.analytics.google.com']

/** Fetches the manager, and hands on what the app tells of pages; it hears nobody but the page around it. */
const SCRIPT = `
const told = (window.dataLayer = [{ event: 'gtm.js', 'gtm.start': Date.now() }])
addEventListener('message', ({ source, data }) => {
  if (source === parent && data && data.kind === 'talad.tags') told.push(data.told)
})
const manager = document.createElement('script')
manager.async = true
manager.src = 'https://www.googletagmanager.com/gtm.js?id=' + document.documentElement.dataset.manager
document.head.append(manager)
parent.postMessage('talad.tags', '*')
`

/**
 * Nobody's page: without `allow-same-origin` what runs in it has no cookies and no storage of ours, may not call us as who is
 * signed in, and reaches nothing of the page around it. Who writes a site is not trusted with its scripts (GW-33).
 */
const POLICY = Object.entries({
  sandbox: ['allow-scripts'],
  'default-src': ["'none'"],
  'script-src': [`'sha256-${hash('sha256', SCRIPT, 'base64')}'`, MANAGER],
  'connect-src': TOLD_TO,
  'img-src': TOLD_TO,
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'self'"],
})
  .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
  .join('; ')

const pageOf = (gtmId: string) =>
  `<!doctype html><html lang="en" data-manager="${html(gtmId)}"><head><meta charset="utf-8"><title>Tags</title><script>${SCRIPT}</script></head></html>`

/** GW-36: for who has consented alone, and where the host has a manager: to everybody else there is no such page. */
export function tagsPage(fastify: FastifyInstance, { sites }: Pick<Deps, 'sites'>): void {
  fastify.get(TAGS_PATH, async (request, reply) => {
    const gtmId = gtmIdOf(sites.get(request.site ?? MAIN_SITE), domainOf(request))
    if (gtmId === null || cookieOf(request.headers.cookie, CONSENT) !== 'yes')
      throw new Rejection('NOT_FOUND')
    return reply
      .header('cache-control', 'private, no-store')
      .header('vary', 'cookie')
      .header('content-security-policy', POLICY)
      .removeHeader('x-frame-options')
      .type('text/html; charset=utf-8')
      .send(pageOf(gtmId))
  })
}
