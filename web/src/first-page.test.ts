import { layout } from '@talad/proto/site/layout'
import type { Section } from '@talad/proto/site/sections'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { catalog } from '../dev/catalog.ts'
import { site } from '../dev/site.ts'
import { trade } from '../dev/trade.ts'

vi.stubGlobal('__PARTS__', { '/': ['/assets/app.js'] })
const { firstPage } = await import('./first-page.tsx')

let home: Section[] | null = null
type Answer = { list?: Answer[]; metadata?: { name: unknown }; name?: unknown }

/** What was asked for, and with which headers. */
const asked: { path: string; headers: string[] }[] = []
/** Changes an answer on its way. */
let spoil: (answer: Answer) => void = () => {}

beforeEach(() => {
  asked.length = 0
  spoil = () => {}
  home = null
})

/** Answers as the services would, from the facts that screens are worked on with. */
const read: typeof fetch = async (input, init) => {
  const { pathname, searchParams } = new URL(String(input))
  asked.push({ path: pathname, headers: [...new Headers(init?.headers).keys()] })
  const route = [...catalog, ...trade].find(({ method, path }) => method === 'GET' && path === pathname)
  if (!route) return Response.json({}, { status: 404 })
  const raw = {
    person: undefined,
    origin: 'http://x',
    params: {},
    query: Object.fromEntries(searchParams),
    body: {},
  }
  const answer = JSON.parse(JSON.stringify(await route.run(raw)))
  spoil(answer)
  return Response.json(answer)
}

const drawn = async (address: string, language: 'th' | 'en' = 'th', at: Partial<typeof site> = {}) => {
  const page = await firstPage({ address, language, site: { ...site, ...at }, home, read })
  if (!page) throw new Error(`${address} is not drawn`)
  return page
}

test('draws the home page with what is for sale, in the language that was asked for', async () => {
  const page = await drawn('/')
  expect(page.body).toMatch(/<h1[^>]*>/)
  expect(page.body).toContain('฿')
  expect(page.body).not.toContain('<title')
  const english = await drawn('/', 'en')
  expect(english.body).not.toBe(page.body)
  expect(JSON.parse(page.data).parts).toEqual(['/assets/app.js'])
})

test('draws a collection with its pieces, and a piece with its price', async () => {
  const home = JSON.parse((await drawn('/')).data)
  const [piece] = home.reads.queries.find(({ queryKey }: { queryKey: unknown[] }) => queryKey[0] === 'assets')
    .state.data.pages[0].list
  const { contract, token, collection } = piece
  const shown = await drawn(`/assets/${contract.blockchain}/${contract.address}/${token.id}`)
  expect(shown.body).toMatch(/<h1[^>]*>/)
  expect(shown.body).toContain('฿')
  const shelf = await drawn(`/collection/${collection.slug}?sort=newest`)
  expect(shelf.body).toMatch(/<h1[^>]*>/)
  expect(shelf.body.match(/<h3/g)?.length).toBeGreaterThan(1)
})

test('GW-5 a language that a site does not have is not offered, and a page of its own to write to is', async () => {
  const offered = async (at: Partial<typeof site>) => {
    const { body } = await drawn('/', 'th', at)
    return [body.match(/lang="en"/g)?.length ?? 0, body.includes('/about/contact')]
  }
  expect(await offered({})).toEqual([2, false])
  const pages = [{ page: 'contact', language: 'th', version: 1 }] as const
  expect(await offered({ languages: ['th'], pages: [...pages] })).toEqual([0, true])
})

test('sends what it has read along, so that the app needn’t ask again', async () => {
  const { data } = await drawn('/')
  const keys = JSON.parse(data).reads.queries.map(({ queryKey }: { queryKey: unknown[] }) => queryKey[0])
  expect(keys).toEqual(expect.arrayContaining(['site', 'assets', 'collections']))
})

test('asks for the picture of the page before anything else of the body', async () => {
  expect((await drawn('/')).head).toMatch(/^<link rel="preload" as="image"/)
})

test('brings the first pictures only, and leaves the others to the app', async () => {
  const { body } = await drawn('/')
  const pictures = body.match(/<img\b[^>]*>/g) ?? []
  expect(pictures.length).toBeGreaterThan(0)
  expect(pictures.filter((picture) => !/fetchpriority="high"/i.test(picture))).toEqual([])
  expect(body.match(/<h3/g)?.length).toBeGreaterThan(pictures.length)
})

test('knows nobody: no token goes with what it reads, and an account is drawn empty', async () => {
  await drawn('/')
  expect(asked.length).toBeGreaterThan(1)
  expect(new Set(asked.flatMap(({ headers }) => headers))).toEqual(new Set(['accept']))
  asked.length = 0
  expect((await drawn('/account')).body).toContain('<main')
  expect(asked).toEqual([])
})

test.each(['/sign-in', '/auth/join?sessionId=x', '/no-such-page', `/0x${'a'.repeat(40)}`])(
  'leaves %s to the browser',
  async (address) => {
    expect(await firstPage({ address, language: 'th', site, home, read })).toBeUndefined()
  },
)

test('does not draw what is not there', async () => {
  await expect(drawn('/collection/no-such-collection')).rejects.toThrow()
})

const words = { image: null, background: 'none', position: 'left', link: null } as const
test.each([
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '"><img src=x onerror=alert(1)>',
  '</title><svg/onload=alert(1)>',
])('B39 a name or a word of a site like %j stays text, in the page and in its data', async (payload) => {
  const said = { th: payload, en: payload }
  // as if no door had refused it
  home = [
    { id: 'a', kind: 'content-body', steps: [], content: { ...words, title: said, text: said } },
    {
      id: 'b',
      kind: 'content-html',
      content: { html: { th: [{ tag: 'p', children: [{ tag: 'text', text: payload }] }], en: [] } },
    },
    {
      id: 'c',
      kind: 'card-slider',
      content: { title: said },
      source: 'assets',
      asset_ids: [],
      collection_ids: [],
      quantity: 5,
    },
  ]
  spoil = ({ list = [] }) => {
    for (const one of list) {
      if (one.metadata) one.metadata.name = payload
      if (one.name !== undefined) one.name = payload
    }
  }
  const { body, head, data } = await drawn('/', 'th', { names: said, texts: { footer: said } })
  expect(body.split(renderToStaticMarkup(payload)).length).toBeGreaterThan(6) // its name, four words, the footer
  expect(body + head).not.toMatch(/<script|<svg\/|<!--<|onerror=alert\(1\)>[^&]*</)
  expect(body).not.toContain(payload)
  expect(data).not.toContain('<')
  expect(data).toContain('\\u003c')
})

test('GW-32 GW-33 GW-35 draws the home that a site has published, section by section, its words as text', async () => {
  const said = (text: string) => ({ th: text, en: text })
  const look = { image: null, background: 'none', position: 'left' } as const
  const link = { label: said('ชม'), href: '/explore' }
  const mark = { tag: 'strong', children: [{ tag: 'text', text: 'ตัวหนา' }] }
  const tree = [
    { tag: 'p', children: [mark] },
    { tag: 'ul', children: [{ tag: 'li', children: [mark] }] },
  ]
  const shown = { content: { title: said('แถว') }, source: 'assets', asset_ids: [], collection_ids: [] }
  home = layout.parse({
    sections: [
      {
        id: 'a',
        kind: 'content-hero',
        content: { ...look, title: said('วัด'), text: said(''), link },
        source: null,
        asset_ids: [],
      },
      { id: 'b', kind: 'content-html', content: { html: { th: tree, en: tree } } },
      { id: 'c', kind: 'card-slider', ...shown, quantity: 2 },
      { id: 'd', kind: 'trending-table', ...shown, source: 'collections' },
      { id: 'e', kind: 'card-slider', ...shown, source: null },
    ],
  }).sections
  const { body } = await drawn('/')
  expect(body).toMatch(/<h1[^>]*>วัด<\/h1>/)
  expect(body).toContain('<p><strong>ตัวหนา</strong></p>')
  expect(body.match(/card-slide/g)).toHaveLength(2)
  expect(body).toContain('Not Support Yet')
  expect(body).not.toContain('No Source') // WB-22
})
