import type { HtmlBlock, HtmlInline, HtmlTree } from '@talad/proto/site/html'

// Markdown's own signs, of which only those are known that the tree has elements for; what is anything else is words.

const MARKS = { '**': 'strong', '~~': 's', '`': 'code', _: 'em' } as const
type Sign = keyof typeof MARKS
const PIECE = /\*\*(.+?)\*\*|~~(.+?)~~|`(.+?)`|\b_(.+?)_\b|\[([^\]]+)\]\(([^)\s]+)\)/
type Plain = Extract<HtmlInline, { tag: 'text' | 'br' | 'a' }>
type Marked = Extract<HtmlInline, { children: unknown }>

function plainOf(text: string): Plain[] {
  return text
    .split('\n')
    .flatMap((line, at): Plain[] => [
      ...(at === 0 ? [] : [{ tag: 'br' as const }]),
      ...(line === '' ? [] : [{ tag: 'text' as const, text: line }]),
    ])
}

/** @param depth how many marks may still stand in each other */
function inlineOf(text: string, depth: number): HtmlInline[] {
  const found = PIECE.exec(text)
  if (!found) return plainOf(text)
  const [all, strong, s, code, em, label, href] = found
  const after = inlineOf(text.slice(found.index + all.length), depth)
  const before = plainOf(text.slice(0, found.index))
  if (label !== undefined && href !== undefined) return [...before, { tag: 'a', href, text: label }, ...after]
  const tag = strong !== undefined ? 'strong' : s !== undefined ? 's' : code !== undefined ? 'code' : 'em'
  const inner = strong ?? s ?? code ?? em ?? ''
  if (depth === 0) return [...before, ...plainOf(all), ...after]
  // of marks in each other the tree knows two: what stands deeper stays as it was typed
  const children = inlineOf(inner, depth - 1) as Marked['children']
  return [...before, { tag, children }, ...after]
}
const wordsOf = (text: string) => inlineOf(text, 2)

const linesOf = (block: string, sign: RegExp) => block.split('\n').map((line) => line.replace(sign, ''))

function blockOf(block: string): HtmlBlock {
  const picture = /^!\[([^\]]*)\]\(([^)\s]+)\)$/.exec(block)
  if (picture) return { tag: 'img', src: picture[2] ?? '', alt: picture[1] ?? '' }
  if (/^-{3,}$/.test(block)) return { tag: 'hr' }
  if (block.startsWith('## ')) return { tag: 'h3', children: wordsOf(block.slice(3)) }
  if (block.startsWith('# ')) return { tag: 'h2', children: wordsOf(block.slice(2)) }
  const lines = block.split('\n')
  const items = (sign: RegExp) =>
    linesOf(block, sign).map((line) => ({ tag: 'li' as const, children: wordsOf(line) }))
  if (lines.every((line) => /^- /.test(line))) return { tag: 'ul', children: items(/^- /) }
  if (lines.every((line) => /^\d+\. /.test(line))) return { tag: 'ol', children: items(/^\d+\. /) }
  if (lines.every((line) => /^> /.test(line)))
    return {
      tag: 'blockquote',
      children: linesOf(block, /^> /).map((line) => ({ tag: 'p', children: wordsOf(line) })),
    }
  return { tag: 'p', children: wordsOf(block) }
}

/** The tree of what was typed: blocks are parted by an empty line. */
export function readMarkup(text: string): HtmlTree {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((block) => block.replace(/^\n+|\n+$/g, ''))
    .filter((block) => block.trim() !== '')
    .map(blockOf)
}

const signOf = (tag: Marked['tag']): Sign =>
  tag === 'strong' ? '**' : tag === 's' ? '~~' : tag === 'code' ? '`' : '_'

const writeWords = (words: readonly HtmlInline[]): string =>
  words
    .map((one) => {
      if (one.tag === 'text') return one.text
      if (one.tag === 'br') return '\n'
      if (one.tag === 'a') return `[${one.text}](${one.href})`
      const sign = signOf(one.tag)
      return `${sign}${writeWords(one.children)}${sign}`
    })
    .join('')

function writeBlock(block: HtmlBlock): string {
  switch (block.tag) {
    case 'hr':
      return '---'
    case 'img':
      return `![${block.alt}](${block.src})`
    case 'h2':
      return `# ${writeWords(block.children)}`
    case 'h3':
      return `## ${writeWords(block.children)}`
    case 'p':
      return writeWords(block.children)
    case 'ul':
      return block.children.map(({ children }) => `- ${writeWords(children)}`).join('\n')
    case 'ol':
      return block.children.map(({ children }, at) => `${at + 1}. ${writeWords(children)}`).join('\n')
    case 'blockquote':
      return block.children.map(({ children }) => `> ${writeWords(children)}`).join('\n')
  }
}

/** What is to be typed for a tree. */
export const writeMarkup = (tree: HtmlTree): string => tree.map(writeBlock).join('\n\n')
