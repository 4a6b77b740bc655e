import { isGenerated, isTest, isTypeScript, read } from './files.ts'
import { idPattern, registerPath } from './register.ts'
import { type Marked, parse } from './source.ts'

export type Citation = {
  id: string
  path: string
  line: number
  /** `code`: a comment of a source; `test`: the start of a test title; `text`: anywhere else. */
  where: 'code' | 'test' | 'text'
}

const cited = /\.(ts|tsx|sol|sql|proto|prisma|css|md|yml|yaml)$/

/** Every place in these files that names a rule, the register and the specification themselves apart. */
export async function findCitations(
  root: string,
  files: string[],
  register: Map<string, string>,
): Promise<Citation[]> {
  if (register.size === 0) return []
  const id = idPattern(register)
  const readable = files.filter(
    (path) =>
      cited.test(path) && !isGenerated(path) && path !== registerPath && !path.startsWith('docs/spec/'),
  )
  const found = await Promise.all(readable.map(async (path) => citationsIn(path, await read(root, path), id)))
  return found.flat()
}

function citationsIn(path: string, text: string, id: RegExp): Citation[] {
  const everywhere = withoutTable(text)
    .split('\n')
    .flatMap((line, index) => idsOf({ text: line, line: index + 1 }, id, path, 'text'))
  if (everywhere.length === 0) return []
  if (!isTypeScript(path))
    return [...everywhere, ...commentLines(path, text).flatMap((m) => idsOf(m, id, path, 'code'))]
  const source = parse(path, text)
  const comments = isTest(path) ? [] : source.comments.flatMap(commentText)
  const leading = source.titles.map((title) => ({ ...title, text: leadingIds(title.text, id) }))
  return [
    ...everywhere,
    ...comments.flatMap((comment) => idsOf(comment, id, path, 'code')),
    ...leading.flatMap((title) => idsOf(title, id, path, 'test')),
  ]
}

function idsOf({ text, line }: Marked, id: RegExp, path: string, where: Citation['where']): Citation[] {
  return [...text.matchAll(id)].map(([found]) => ({ id: found, path, line, where }))
}

/** A comment of several lines, as its lines. */
function commentText({ text, line }: Marked): Marked[] {
  return text.split('\n').map((part, index) => ({ text: part, line: line + index }))
}

/** The ids that a title starts with: `LG-4 …`, `LG-4, LG-7 …` and `LG-4 and LG-7 …` cite rules, later ones don't. */
function leadingIds(title: string, id: RegExp): string {
  return new RegExp(`^(?:${id.source}(?:\\s*(?:,|/|&|and\\b)\\s*|\\s+|:|$))+`).exec(title)?.[0] ?? ''
}

const commentStart: Record<string, RegExp> = { sql: /--.*/, sol: /\/\/.*|^\s*\/?\*.*/, prisma: /\/\/.*/ }

function commentLines(path: string, text: string): Marked[] {
  const start = commentStart[path.split('.').at(-1) ?? '']
  if (start === undefined || isTest(path)) return []
  return text.split('\n').map((line, index) => ({ text: start.exec(line)?.[0] ?? '', line: index + 1 }))
}

/** The generated table of a README is no citation: it would keep a removed rule alive. */
function withoutTable(text: string): string {
  return text.replace(/<!-- rules -->[\s\S]*?<!-- \/rules -->/g, (table) => table.replace(/[^\n]/g, ''))
}
