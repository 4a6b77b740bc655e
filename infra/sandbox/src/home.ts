/** The start page, where everything is, and what all pages share. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { both, html, page, type Text } from './html.ts'
import { styleSheet } from './style.ts'

const links: { href: string; text: Text }[] = [
  { href: '/join/phone', text: { th: 'โทรศัพท์ของผู้ใช้ Join', en: 'Phones of the Join users' } },
  { href: '/chillpay/desk', text: { th: 'โต๊ะบัตร ChillPay', en: 'ChillPay card desk' } },
  { href: '/control', text: { th: 'สถานะทั้งหมด (JSON)', en: 'Everything it holds (JSON)' } },
]

function homePage(): string {
  const body = html`<main><section class="card">
    <h1>${both({ th: 'ระบบจำลองผู้ให้บริการภายนอก', en: 'Sandbox of the outside providers' })}</h1>
    <p class="hint">${both({ th: 'ไม่มีเงินจริงในที่นี้', en: 'No real money here.' })}</p>
    ${links.map(({ href, text }) => html`<a class="person" href="${href}"><span class="grow">${both(text)}</span><span aria-hidden="true">›</span></a>`)}
  </section></main>`
  return page('ระบบจำลอง · Sandbox', body)
}

const require = createRequire(import.meta.url)

/** Routes `/` and `/assets`. */
export function commonPages(app: FastifyInstance) {
  const font = readFileSync(
    require.resolve('@fontsource-variable/noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2'),
  )
  app.get('/', async (_request, reply) => reply.type('text/html').send(homePage()))
  app.get('/assets/sandbox.css', async (_request, reply) => reply.type('text/css').send(styleSheet))
  app.get('/assets/noto-sans-thai.woff2', async (_request, reply) => reply.type('font/woff2').send(font))
}
