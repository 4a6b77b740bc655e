export type Reference = { target: string; line: number }

/** A Markdown file without its fenced code, line by line: an example there is no link. */
function prose(text: string): string[] {
  let fence: string | undefined
  return text.split('\n').map((line) => {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1]
    if (mark === undefined) return fence === undefined ? line : ''
    if (fence === undefined) fence = mark
    else if (fence === mark) fence = undefined
    return ''
  })
}

/** The targets of links and pictures, other sites and addresses apart. */
export function linksIn(text: string): Reference[] {
  return prose(text).flatMap((line, index) =>
    [...line.replace(/`[^`]*`/g, '').matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)|^\[[^\]]+\]:\s*(\S+)/g)]
      .map((match) => ({ target: match[1] ?? match[2] ?? '', line: index + 1 }))
      .filter(({ target }) => !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target)),
  )
}

/** Code spans, which may name a path. */
export function codeSpansIn(text: string): Reference[] {
  return prose(text).flatMap((line, index) =>
    [...line.matchAll(/`([^`]+)`/g)].map((match) => ({ target: match[1] ?? '', line: index + 1 })),
  )
}

/** The anchors that headings give, as the usual Markdown sites make them; a repeated heading gets a number. */
export function anchorsIn(text: string): Set<string> {
  const seen = new Map<string, number>()
  const anchors = new Set<string>()
  for (const line of prose(text)) {
    const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(line)?.[1]
    if (heading === undefined) continue
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-')
    const times = seen.get(slug) ?? 0
    seen.set(slug, times + 1)
    anchors.add(times === 0 ? slug : `${slug}-${times}`)
  }
  return anchors
}
