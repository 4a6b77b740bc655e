import { z } from 'zod'
import { escapeHtml } from '../escape.ts'

/** SP-35: production, the provider's own sandbox, our stand-in of it. */
export const paymentPages = ['index', 'index_sbx', 'dev'] as const
export type PaymentPage = (typeof paymentPages)[number]

/** Where the provider serves its form from. */
const PROVIDERS = { index: 'https://cdn.chillpay.co', index_sbx: 'https://sandbox-cdn.chillpay.co' } as const

/** A§2: what the page is given in its address; nothing of it is believed by anybody but the payer. */
export const paymentQuery = z.object({
  amount: z.string().regex(/^[1-9][0-9]{0,11}$/),
  orderno: z.string().regex(/^[0-9A-Z]{1,20}$/),
  customerid: z.string().min(1).max(100),
  clientip: z.string().max(45).default(''),
  description: z.string().max(100).default(''),
  redirect: z.string().max(2_000).optional(),
  merchantid: z.string().max(50),
  apikey: z.string().max(200),
  routeno: z
    .string()
    .regex(/^[0-9]{1,3}$/)
    .default('1'),
})
export type PaymentQuery = z.output<typeof paymentQuery>

const cspOf = (provider: string, scripts: string) =>
  [
    ...[`default-src 'none'`, `script-src ${scripts}`, `style-src 'self'`, `img-src 'self' ${provider}`],
    ...[`connect-src ${provider}`, `frame-src ${provider}`, `form-action ${provider}`],
    ...[`base-uri 'none'`, `frame-ancestors 'none'`],
  ].join('; ')

/** SP-34: what the page may load and where it may lead: to the provider, and nowhere else. */
export function policyOf(page: PaymentPage, sandboxUrl: string | undefined): string {
  if (page !== 'dev') return cspOf(PROVIDERS[page], PROVIDERS[page])
  return cspOf(sandboxUrl === undefined ? `'none'` : new URL(sandboxUrl).origin, `'none'`)
}

function attributes(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join('')
}

/** The provider's own form, which its script fills and sends. */
function providerForm(page: 'index' | 'index_sbx', query: PaymentQuery): string {
  const { redirect: _redirect, ...fields } = query
  const base = `${PROVIDERS[page]}/Payment/`
  return `<form action="${base}" method="post">
        <modernpay:widget id="modernpay-widget-container" data-currency="764"${attributes(fields)}></modernpay:widget>
        <button type="submit" id="btnSubmit">ชำระเงิน <span lang="en">· Pay</span></button>
      </form>
      <script async src="${base}js/widgets.js?v=1.00" charset="utf-8"></script>`
}

/** Our stand-in finds the payment by its order number. */
function standInForm(query: PaymentQuery, sandboxUrl: string): string {
  return `<form action="${escapeHtml(sandboxUrl)}/chillpay/order/${escapeHtml(query.orderno)}" method="get">
        <button type="submit">ชำระเงิน <span lang="en">· Pay</span></button>
      </form>`
}

const baht = (satang: string) =>
  new Intl.NumberFormat('th-TH', { style: 'currency', currency: 'THB' }).format(Number(satang) / 100)

/**
 * The page between the shop and the card provider.
 * @param back where the payer goes who doesn't pay: one of our sites (SP-31)
 */
export function paymentPageHtml(
  page: PaymentPage,
  query: PaymentQuery,
  { back, sandboxUrl }: { back: string; sandboxUrl: string | undefined },
): string {
  const form = page === 'dev' ? standInForm(query, sandboxUrl ?? '') : providerForm(page, query)
  return `<!doctype html>
<html lang="th">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <meta name="robots" content="noindex" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/offline.css" />
    <title>ชำระเงินด้วยบัตร · Card payment</title>
  </head>
  <body>
    <header></header>
    <main>
      <h1>${escapeHtml(baht(query.amount))}</h1>
      <p>${escapeHtml(query.description)}</p>
      ${form}
      <p><a href="${escapeHtml(back)}">กลับไปที่ร้าน <span lang="en">· Back to the shop</span></a></p>
    </main>
  </body>
</html>
`
}
