import { expect, test } from 'vitest'
import { layout } from './layout.ts'
import { sectionKinds } from './sections.ts'

const both = (text: string) => ({ th: text, en: text })
const content = {
  title: both('ตลาด'),
  text: both(''),
  image: '/media/site/a.webp',
  background: 'none',
  position: 'left',
  link: { label: both('ดู'), href: '/explore?status=listed' },
}
const assetId = 'a'.repeat(24)
const words = (text: string) => ({ tag: 'text', text })
const paragraph = { tag: 'p', children: [words('ก '), { tag: 'strong', children: [words('ข')] }] }
const html = [paragraph, { tag: 'ul', children: [{ tag: 'li', children: [words('1')] }] }, { tag: 'hr' }]
const heading = { title: both('ใหม่') }
const good: Record<keyof typeof sectionKinds, object> = {
  'content-hero': { content, source: 'assets', asset_ids: [] },
  'content-body': { content, steps: [{ title: both('1'), text: both('') }] },
  'content-html': { content: { html: { th: html, en: html } } },
  'preview-slider': { content: heading, source: 'collections', collection_ids: [] },
  'card-slider': { content: heading, source: 'assets', asset_ids: [assetId], collection_ids: [] },
  'trending-table': { content: heading, source: null, asset_ids: [], collection_ids: [], quantity: 50 },
}
const sections = Object.entries(good).map(([kind, one]) => ({ id: kind, kind, ...one }))
type Kind = keyof typeof good

/** The fields of what is wrong, when the section of that kind has other values. */
function wrong(kind: Kind, change: object): string[] {
  const changed = [{ id: 's', kind, ...good[kind], ...change }]
  const issues = layout.safeParse({ sections: changed }).error?.issues ?? []
  return issues.map(({ path }) => path.join('.').replace('sections.0.', ''))
}

test('GW-35 takes the six kinds of sections, and shows 5 of a slider and 4 thumbnails unless told otherwise', () => {
  const taken = layout.parse({ sections })
  expect(taken.sections.map((one) => one.kind)).toEqual(Object.keys(sectionKinds))
  const trending = { ...sections[5], quantity: undefined }
  const usual = layout.parse({ sections: [...sections.slice(3, 5), trending] }).sections
  expect(usual.map((one) => ('quantity' in one ? one.quantity : 0))).toEqual([5, 5, 4])
})

const script = '<script>alert(1)</script>'
const deep = { tag: 'strong', children: [{ tag: 'em', children: [{ tag: 'strong', children: [] }] }] }
const tree = (block: object) => ({ content: { html: { th: [block], en: [] } } })
const linkTo = (href: string) => ({ content: { ...content, link: { label: both('x'), href } } })

test.each<[string, Kind, object, string]>([
  ['script in a title', 'card-slider', { content: { title: { th: script, en: '' } } }, 'content.title.th'],
  [
    'script in words',
    'content-hero',
    { content: { ...content, text: { th: '', en: script } } },
    'content.text.en',
  ],
  [
    'script in a tree',
    'content-html',
    tree({ tag: 'p', children: [words(script)] }),
    'content.html.th.0.children.0.text',
  ],
  ['a javascript: address', 'content-hero', linkTo('javascript:alert(1)'), 'content.link.href'],
  ['javascript: behind a tab', 'content-body', linkTo('java\tscript:alert(1)'), 'content.link.href'],
  ['an address of no scheme', 'content-body', linkTo('//evil.example/'), 'content.link.href'],
  ['a slash the wrong way', 'content-body', linkTo('/\\evil.example/'), 'content.link.href'],
  ['http', 'content-body', linkTo('http://a.example/'), 'content.link.href'],
  [
    'a name in an address',
    'content-body',
    linkTo('https://market.example@evil.example/'),
    'content.link.href',
  ],
  [
    'a data: picture',
    'content-hero',
    { content: { ...content, image: 'data:image/svg+xml,x' } },
    'content.image',
  ],
  [
    'a picture of others',
    'content-hero',
    { content: { ...content, image: 'https://a.example/a.png' } },
    'content.image',
  ],
  [
    'a picture that climbs',
    'content-hero',
    { content: { ...content, image: '/media/../x"' } },
    'content.image',
  ],
  [
    'an element that is none of ours',
    'content-html',
    tree({ tag: 'iframe', src: '/x' }),
    'content.html.th.0.tag',
  ],
  [
    'an attribute that is none of ours',
    'content-html',
    tree({ ...paragraph, onclick: 'x' }),
    'content.html.th.0',
  ],
  [
    'a tree too deep',
    'content-html',
    tree({ tag: 'p', children: [deep] }),
    'content.html.th.0.children.0.children.0.children.0.tag',
  ],
  [
    '51 assets',
    'card-slider',
    { asset_ids: Array.from({ length: 51 }, (_, at) => at.toString(16).padStart(24, '0')) },
    'asset_ids',
  ],
  ['one asset twice', 'card-slider', { asset_ids: [assetId, assetId] }, 'asset_ids'],
  ['51 shown', 'preview-slider', { quantity: 51 }, 'quantity'],
  ['a field of another kind', 'preview-slider', { steps: [] }, ''],
  ['a kind that is none', 'preview-slider', { kind: 'content-script' }, 'kind'],
])('GW-33 refuses %s, and names its field', (_what, kind, change, field) => {
  expect(wrong(kind, change).map((one) => one.replace(/^sections\.0$/, ''))).toEqual([field])
})

test('GW-32 a page has at most 25 sections, each with an id of its own, and isn’t longer than a request', () => {
  const fields = (all: object[]) =>
    layout.safeParse({ sections: all }).error?.issues.map(({ path }) => path.join('.'))
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ...sections[3], id: `s${at}` }))
  expect(fields(many(25))).toBeUndefined()
  expect(fields(many(26))).toEqual(['sections'])
  expect(fields([...many(1), ...many(1)])).toEqual(['sections'])
  const long = { ...sections[2], ...tree({ tag: 'p', children: Array(9).fill(words('ก'.repeat(2_000))) }) }
  const pages = (count: number) => Array.from({ length: count }, (_, at) => ({ ...long, id: `s${at}` }))
  expect([fields(pages(4)), fields(pages(5))]).toEqual([undefined, ['sections']])
})

test('GW-33 a tree of any depth is refused without going down to its end', () => {
  let bottomless: object = { tag: 'strong', children: [] }
  for (let depth = 0; depth < 100_000; depth += 1) bottomless = { tag: 'strong', children: [bottomless] }
  expect(wrong('content-html', tree({ tag: 'p', children: [bottomless] }))).toHaveLength(1)
})
