import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml } from '../escape.ts'

const docs = join(import.meta.dirname, '../../../../docs')
/** Absent where only the service is installed: the page then names nothing. */
const read = (file: string) => readFile(join(docs, file), 'utf8').catch(() => '')

export type Rule = { id: string; asks: string; says: string }

const ENTRY = /^- \*\*([A-Z]{2}-\d+)\*\*\s*(?:[GC?]\b)?([^→]*)→ \*\*(.+?)\*\*/gm
const SECTION = /^## (\d+)\. (.+)$/gm

const plain = (text: string) =>
  text
    .replaceAll('**', '')
    .replaceAll('`', '')
    .replace(/^[\s.]+/, '')
    .trim()

/** What was decided under each id: what was open, and the decision. */
export const decisionsIn = (register: string): Rule[] =>
  [...register.matchAll(ENTRY)].map(([, id = '', asks = '', says = '']) => ({
    id,
    asks: plain(asks),
    says: plain(says),
  }))

/** What a code such as M§5 stands for: a section of the specification. */
export const sectionsIn = (specification: string, letter: 'M' | 'A'): Rule[] =>
  [...specification.matchAll(SECTION)].map(([, number = '', title = '']) => ({
    id: `${letter}§${number}`,
    asks: letter === 'M' ? 'the marketplace’s specification' : 'the platform’s specification',
    says: title,
  }))

export async function readRules(): Promise<Rule[]> {
  const [register, core, platform] = await Promise.all(
    ['rules.md', 'spec/core.md', 'spec/platform.md'].map(read),
  )
  return [...decisionsIn(register ?? ''), ...sectionsIn(core ?? '', 'M'), ...sectionsIn(platform ?? '', 'A')]
}

/** The page on which the `rule` of a refusal is found: each by its id. */
export function rulesPage(rules: readonly Rule[], siteName: string): string {
  const rows = rules.map(({ id, asks, says }) => {
    const safe = escapeHtml(id)
    return `<tr id="${safe}"><td><a href="#${safe}">${safe}</a></td><td>${escapeHtml(asks)}</td><td>${escapeHtml(says)}</td></tr>`
  })
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rules · ${escapeHtml(siteName)} API</title></head><body>
<h1>Rules</h1>
<p>The <code>rule</code> of an error names what was decided about it. Errors are at <a href="/docs/errors">/docs/errors</a>,
calls at <a href="/docs">/docs</a>.</p>
<table><thead><tr><th>Rule</th><th>About</th><th>Decided</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></body></html>
`
}
