import type { PaymentPage, PaymentQuery } from '@talad/proto/http/gateway/payment-page'
import { escapeHtml } from '../escape.ts'

/** `base`: where the provider serves its form from; `forms`: all places that the form may lead to */
type Provider = { base: string; forms: string }

const PROVIDERS = {
  index: { base: 'https://cdn.chillpay.co', forms: 'https://*.chillpay.co' },
  index_sbx: { base: 'https://sandbox-cdnv3.chillpay.co', forms: 'https://*.chillpay.co' },
} as const

/** @returns undefined where there is no stand-in */
export function providerOf(page: PaymentPage, sandboxUrl: string | undefined): Provider | undefined {
  if (page !== 'dev') return PROVIDERS[page]
  if (sandboxUrl === undefined) return undefined
  return { base: `${sandboxUrl}/chillpay/cdn`, forms: new URL(sandboxUrl).origin }
}

/** SP-34: what the page may load and where it may lead: to the provider, and nowhere else. */
export function policyOf({ base, forms }: Provider): string {
  const { origin } = new URL(base)
  return [
    ...[`default-src 'none'`, `script-src ${origin}`, `style-src 'self'`, `img-src 'self' ${origin}`],
    ...[`connect-src ${origin}`, `frame-src ${origin}`, `form-action ${forms}`],
    ...[`base-uri 'none'`, `frame-ancestors 'none'`],
  ].join('; ')
}

/** The provider's own form, which its script fills. */
function formOf(base: string, query: PaymentQuery): string {
  const { redirect: _redirect, ...fields } = query
  const attributes = Object.entries(fields).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
  return `<form id="payment-form" action="${escapeHtml(base)}/Payment/" method="post">
        <modernpay:widget id="modernpay-widget-container" data-currency="764"${attributes.join('')}></modernpay:widget>
        <button type="submit" id="btnSubmit">ชำระเงิน <span lang="en">· Pay</span></button>
      </form>
      <script async src="${escapeHtml(base)}/js/widgets.js?v=1.00" charset="utf-8"></script>`
}

const baht = (satang: string) =>
  new Intl.NumberFormat('th-TH', { style: 'currency', currency: 'THB' }).format(Number(satang) / 100)

/** A site as the page shows it. */
export type Around = {
  name: string
  icon: string
  /** style sheet of its colours; undefined: the market's own */
  theme: string | undefined
  /** where the payer goes who doesn't pay (SP-31) */
  back: string
}

/** The page between the shop and the card provider. */
export function paymentPageHtml({ base }: Provider, query: PaymentQuery, site: Around): string {
  const { name, icon, theme, back } = site
  return `<!doctype html>
<html lang="th">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <meta name="robots" content="noindex" />
    <link rel="icon" href="${escapeHtml(icon)}" />
    <link rel="stylesheet" href="/offline.css" />${theme === undefined ? '' : `\n    <link rel="stylesheet" href="${theme}" />`}
    <title>ชำระเงินด้วยบัตร · Card payment · ${escapeHtml(name)}</title>
  </head>
  <body>
    <header></header>
    <main>
      <p>ชำระเงินด้วยบัตรให้ <strong>${escapeHtml(name)}</strong> <span lang="en">· Card payment</span></p>
      <h1>${escapeHtml(baht(query.amount))}</h1>
      <p>${escapeHtml(query.description)}</p>
      ${formOf(base, query)}
      <p><a class="quiet" href="${escapeHtml(back)}">กลับไปที่ร้าน <span lang="en">· Back to the shop</span></a></p>
    </main>
  </body>
</html>
`
}
