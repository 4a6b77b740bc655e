import type { Endpoint } from '@talad/proto/http/contract'
import { inWords } from '@talad/proto/http/rejection-row'
import { escapeHtml } from '../escape.ts'
import { codesOf, rowOf } from './errors.ts'

/** A code, what it means, and the calls that can be answered with it. */
export type CodeEntry = {
  code: string
  status: number
  rules: string[]
  en: string
  th: string
  calls: string[]
}

/** Codes that no contract lists, as any call may meet them. */
const EVERYWHERE = ['internal', 'not_found', 'method_not_allowed', 'request_timeout', 'headers_too_large']

/** Every code that these calls can be answered with, by its name. */
export function codeEntries(endpoints: readonly Endpoint[]): CodeEntry[] {
  const entries = new Map<string, CodeEntry>()
  const note = (code: string, service: string, call?: string) => {
    const row = rowOf(service, code)
    const entry = entries.get(code) ?? {
      code,
      status: row?.status ?? 500,
      rules: [],
      en: inWords(row?.en ?? ''),
      th: inWords(row?.th ?? ''),
      calls: [],
    }
    if (row && !entry.rules.includes(row.rule)) entry.rules.push(row.rule)
    if (call !== undefined) entry.calls.push(call)
    entries.set(code, entry)
  }
  for (const endpoint of endpoints)
    for (const code of codesOf(endpoint)) note(code, endpoint.service, endpoint.name)
  for (const code of EVERYWHERE) note(code, 'gateway')
  return [...entries.values()].toSorted((one, other) => one.code.localeCompare(other.code))
}

const MOST_CALLS = 12

function rowFor({ code, status, rules, en, th, calls }: CodeEntry): string {
  const named = calls.slice(0, MOST_CALLS).map((name) => `<code>${escapeHtml(name)}</code>`)
  const more = calls.length > MOST_CALLS ? ` and ${calls.length - MOST_CALLS} more` : ''
  return `<tr id="${escapeHtml(code)}"><td><a href="#${escapeHtml(code)}"><code>${escapeHtml(code)}</code></a></td><td>${status}</td><td>${escapeHtml(en)}</td><td lang="th">${escapeHtml(th)}</td><td>${rules.map((id) => `<a href="/docs/rules#${escapeHtml(id)}">${escapeHtml(id)}</a>`).join(', ')}</td><td>${named.join(', ') || 'any'}${more}</td></tr>`
}

/** The page to which the `type` of every problem leads (RFC 9457): codes with status, rule and both languages. */
export function errorsPage(endpoints: readonly Endpoint[], siteName: string): string {
  const rows = codeEntries(endpoints).map(rowFor)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors · ${escapeHtml(siteName)} API</title></head><body>
<h1>Errors</h1>
<p>Every error is <code>application/problem+json</code> (RFC 9457). Branch on <code>code</code>, which never changes; show
<code>message</code>, which is in Thai or English by <code>Accept-Language</code>; quote <code>requestId</code>. The
calls are described at <a href="/docs">/docs</a>.</p>
<table><thead><tr><th>Code</th><th>Status</th><th>English</th><th>ไทย</th><th>Rule</th><th>Calls</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></body></html>
`
}
