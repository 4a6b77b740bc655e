/** Pages without a template engine: escaped by default, Thai first with English under it. */
export type Html = { readonly html: string }

type Part = Html | string | number | undefined | null | false | readonly Html[]

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (char) => escapes[char] ?? char)

function render(part: Part): string {
  if (part === undefined || part === null || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return 'html' in part ? part.html : part.map((piece) => piece.html).join('')
}

/** Tagged template: every value is escaped unless it is itself the result of `html`. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return { html: texts.map((text, index) => text + render(parts[index])).join('') }
}

export type Text = { th: string; en: string }

/** A text in both languages, Thai first. */
export const both = ({ th, en }: Text) =>
  html`<span class="th" lang="th">${th}</span><span class="en" lang="en">${en}</span>`

/**
 * A whole document.
 * @param title shown in the browser's tab
 * @param body content of the body
 * @param kind a class on the body for the page's layout
 */
export function page(title: string, body: Html, kind = ''): string {
  return html`<!doctype html>
<html lang="th">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/sandbox.css">
</head>
<body class="${kind}">
${body}
</body>
</html>`.html
}

/** @returns baht with two decimals, for an amount in satang */
export function baht(satang: bigint): string {
  const whole = (satang / 100n).toString().replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')
  return `฿${whole}.${(satang % 100n).toString().padStart(2, '0')}`
}

// the year of the market, which is not the Buddhist one
const thaiTime = new Intl.DateTimeFormat('th-TH-u-ca-gregory', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Asia/Bangkok',
})

/** @returns date and time in Bangkok, in Thai */
export const when = (time: Date) => thaiTime.format(time)
