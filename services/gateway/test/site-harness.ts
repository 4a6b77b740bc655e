import { request as http, type IncomingHttpHeaders } from 'node:http'
import type { SiteShown } from '@talad/proto/http/gateway/site-admin'
import type { LayoutContent, LookContent, PageContent } from '@talad/proto/http/gateway/site-document'
import type { DocumentShown } from '@talad/proto/http/gateway/site-document-admin'
import { grantPermissions } from '@talad/shared/testing/admins'
import { type Bench, bearer, customerClaims, SITE } from './harness.ts'

export const MAIN = new URL(SITE).host
type Refused = { code?: string; field?: string }

export const words = (th: string) => ({ th, en: th })

export const look = (title: string, primary = '#0b5d4a'): LookContent => ({
  theme: {
    light: { base: '#ffffff', primary, accent: '#f7b731', background: '#f5f7f4' },
    dark: { base: '#15201b', primary: '#5fd0a8', accent: '#f7b731', background: '#0c1411' },
  },
  languages: ['th', 'en'],
  metadata: {
    title: words(title),
    description: words(title),
    logo: null,
    favicon: null,
    card: null,
    keywords: [],
  },
  support: { email: `help@${title}.example` },
  texts: {},
})

export const section = (id: string, title: string): LayoutContent['sections'][number] => ({
  id,
  kind: 'card-slider',
  content: { title: words(title) },
  source: null,
  asset_ids: [],
  collection_ids: [],
  quantity: 5,
})

export const page = (title: string): PageContent => ({
  title,
  html: [{ tag: 'p', children: [{ tag: 'text', text: title }] }],
})

export const host = (domain: string, more: object = {}) => ({
  domain,
  is_admin_site: false,
  is_primary: true,
  gtm_id: null,
  ...more,
})

export const termsOf = (slug: string, ...hosts: object[]) => ({
  slug,
  name: words(slug),
  offers: true,
  closed: false,
  hosts: hosts.length === 0 ? [host(`${slug}.talad.example`)] : hosts,
})

export type Told = { status: number; text: string; headers: IncomingHttpHeaders }

/** Asks at a host of the test's choice: `fetch` does not let one name it. */
export async function askAt(
  url: string,
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', body }: { method?: string; body?: object | undefined } = {},
): Promise<Told> {
  const { promise, resolve, reject } = Promise.withResolvers<Told>()
  const sent = http(new URL(path, url), { method, headers, agent: false }, (response) => {
    const parts: Buffer[] = []
    response.on('data', (part: Buffer) => parts.push(part))
    response.on('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        text: Buffer.concat(parts).toString(),
        headers: response.headers,
      }),
    )
  })
  sent.on('error', reject).end(body && JSON.stringify(body))
  return promise
}

/** Who writes sites, at a gateway. */
export async function siteDesk(bench: Bench, url: string, jid = 'editor') {
  await grantPermissions(bench.owner, `join-${jid}`, ['site.write', 'layout.write'])
  const { authorization } = await bearer(bench.keys, { ...customerClaims, jid })

  async function call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T & Refused> {
    const headers = { authorization, host: MAIN, ...(body && { 'content-type': 'application/json' }) }
    const { text } = await askAt(url, `/api/admin/v1/site${path}`, headers, { method, body })
    return JSON.parse(text)
  }
  const post = <T>(path: string, body: object) => call<T>('POST', path, body)
  const about = (site_id: string, document: string) => ({ site_id, document })
  const save = (kind: string, site_id: string, document: string, content: object, version: number) =>
    post<DocumentShown>('/document/save', { kind, ...about(site_id, document), content, version })
  const publish = (site_id: string, document: string, version: number, at: string | null = null) =>
    post<DocumentShown>('/document/publish', { ...about(site_id, document), version, at, note: 'ready' })
  return {
    list: () => call<{ list: SiteShown[] }>('GET', '/list'),
    open: (terms: object) => post<SiteShown>('/open', { ...terms, note: 'new' }),
    set: (site_id: string, version: number, terms: object) =>
      post<SiteShown>('/set', { ...terms, site_id, version, note: 'changed' }),
    pick: (site_id: string, document: string) =>
      call<DocumentShown>('GET', `/document?${new URLSearchParams(about(site_id, document))}`),
    save,
    publish,
    rollBack: (site_id: string, document: string, version: number, revision: number) =>
      post<DocumentShown>('/document/rollback', {
        ...about(site_id, document),
        version,
        revision,
        note: 'back',
      }),
    unschedule: (site_id: string, document: string, version: number) =>
      post<DocumentShown>('/document/unschedule', { ...about(site_id, document), version, note: 'not yet' }),
    /** saves and publishes */
    async show(kind: string, site_id: string, document: string, content: object) {
      const { version } = await call<DocumentShown>(
        'GET',
        `/document?${new URLSearchParams(about(site_id, document))}`,
      )
      const saved = await save(kind, site_id, document, content, version)
      return publish(site_id, document, saved.version)
    },
  }
}
export type SiteDesk = Awaited<ReturnType<typeof siteDesk>>
