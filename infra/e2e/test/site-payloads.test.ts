import { siteAdminHttp } from '@talad/proto/http/gateway/site-admin'
import { pageContent } from '@talad/proto/http/gateway/site-document'
import { section } from '@talad/proto/site/sections'
import { expect, test } from 'vitest'
import { CANARY, CANARY_HOST, hostileLinks, payloads } from '../src/payloads.ts'

const both = <T>(one: T) => ({ th: one, en: one })
const said = (text: string) => [{ tag: 'p', children: [{ tag: 'text', text }] }]
const body = (text: string, more: object = {}) => ({
  id: 'a',
  kind: 'content-body',
  steps: [{ title: both(text), text: both(text) }],
  content: {
    title: both(text),
    text: both(text),
    image: null,
    background: 'none',
    position: 'left',
    link: null,
    ...more,
  },
})
const words = (text: string) => ({ id: 'a', kind: 'content-html', content: { html: both(said(text)) } })
const name = siteAdminHttp.openSite.body?.shape.name

/** Whether each door of what a site says of itself takes a text. */
const doors = (text: string) => [
  section.safeParse(body(text)).success,
  section.safeParse(words(text)).success,
  pageContent.safeParse({ title: text, html: said(text) }).success,
  name?.safeParse(both(text)).success,
]

test('B39 of more than 300 payloads none that is markup gets into a section, a page or a name of a site', () => {
  expect(payloads.length).toBeGreaterThan(300)
  expect(doors('ตลาด')).toEqual([true, true, true, true])
  const taken = payloads.filter((text) => doors(text).some(Boolean))
  expect(taken.filter((text) => /<[a-z!/?]/i.test(text))).toEqual([])
})

test('B39 no link of a site leads to a script, and none of its pictures elsewhere', () => {
  const all = [...hostileLinks, ...payloads]
  const taken = (more: object) => section.safeParse(body('x', more)).success
  const links = all.filter((href) => taken({ link: { label: both('x'), href } }))
  expect(links.filter((href) => !href.startsWith(`https://${CANARY_HOST}/`))).toEqual([])
  expect(links.join('')).not.toContain(CANARY)
  expect(all.filter((image) => taken({ image }))).toEqual([])
})
