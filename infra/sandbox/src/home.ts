/** The start page: where everything is. */
import { both, html, page, type Text } from './html.ts'

const links: { href: string; text: Text }[] = [
  { href: '/join/phone', text: { th: 'โทรศัพท์ของผู้ใช้ Join', en: 'Phones of the Join users' } },
  { href: '/chillpay/desk', text: { th: 'โต๊ะบัตร ChillPay', en: 'ChillPay card desk' } },
  { href: '/control', text: { th: 'สถานะทั้งหมด (JSON)', en: 'Everything it holds (JSON)' } },
]

/** The page at `/`. */
export function homePage(): string {
  const body = html`<main><section class="card">
    <h1>${both({ th: 'ระบบจำลองผู้ให้บริการภายนอก', en: 'Sandbox of the outside providers' })}</h1>
    <p class="hint">${both({ th: 'ไม่มีเงินจริงในที่นี้', en: 'No real money here.' })}</p>
    ${links.map(({ href, text }) => html`<a class="person" href="${href}"><span class="grow">${both(text)}</span><span aria-hidden="true">›</span></a>`)}
  </section></main>`
  return page('ระบบจำลอง · Sandbox', body)
}
