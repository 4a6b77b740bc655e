import { existsSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import { dirname, join, normalize } from 'node:path/posix'
import { listFiles, read } from '../files.ts'
import type { Guard } from '../guard.ts'
import { anchorsIn, codeSpansIn, linksIn } from '../markdown.ts'

// Kept word for word as they were handed over; they name things that the project decides otherwise.
const verbatim = /^docs\/(rules\.md$|spec\/)/

/** Every link, heading and file that the documentation names is there. */
export const links: Guard = {
  name: 'links',
  inspect: async (root) => {
    const files = await listFiles(root)
    const pages = files.filter((path) => path.endsWith('.md'))
    const tops = new Set(files.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? ''))
    const problems = await Promise.all(
      pages.map(async (page) => {
        const text = await read(root, page)
        const broken = await Promise.all(linksIn(text).map((link) => brokenLink(root, page, link)))
        const spans = verbatim.test(page) ? [] : codeSpansIn(text)
        const missing = spans.filter(({ target }) => namesPath(target, tops) && !exists(root, target, page))
        return [
          ...broken.filter((problem) => problem !== undefined),
          ...missing.map(({ target, line }) => `${page}:${line} names ${target}, which is not there`),
        ]
      }),
    )
    return { problems: problems.flat() }
  },
}

type Link = { target: string; line: number }

async function brokenLink(root: string, page: string, { target, line }: Link): Promise<string | undefined> {
  const [file = '', anchor] = decodeURI(target).split('#')
  const path = file === '' ? page : normalize(join(dirname(page), file))
  if (path.startsWith('..')) return `${page}:${line} links to ${target}, outside the repository`
  if (!existsSync(joinPath(root, path))) return `${page}:${line} links to ${target}, which is not there`
  if (anchor === undefined) return undefined
  if (/^L\d+/.test(anchor))
    return `${page}:${line} links to line ${anchor} of ${path}: lines move, name the function`
  const known = path.endsWith('.md') && anchorsIn(await read(root, path)).has(anchor)
  return known ? undefined : `${page}:${line} links to ${target}, but ${path} has no such heading`
}

/** A path from the root: it starts at one of our top folders, and nothing in it is left open. */
function namesPath(span: string, tops: Set<string>): boolean {
  const [top = '', ...rest] = span.split('/')
  return (
    tops.has(top) &&
    rest.length > 0 &&
    /^[\w./@-]+$/.test(span) &&
    (span.endsWith('/') || /\.\w+$/.test(span))
  )
}

function exists(root: string, span: string, page: string): boolean {
  return existsSync(joinPath(root, span)) || existsSync(joinPath(root, dirname(page), span))
}
