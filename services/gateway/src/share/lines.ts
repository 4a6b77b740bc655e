/** How wide a text is at a size of 1, in the face in which it will be drawn. */
type Measure = (text: string) => number

export type Block = { lines: string[]; size: number }

/** Thai is written without spaces: only a dictionary knows where a line may end. */
const words = new Intl.Segmenter('th', { granularity: 'word' })
const letters = new Intl.Segmenter('th', { granularity: 'grapheme' })

/** What no face of ours can draw (emoji, other scripts, controls) is left out rather than shown as boxes. */
const DRAWABLE = /[\p{Script=Latin}\p{Script=Thai}\p{Nd}\p{Zs}!-~¡-¿‐-‧…฿₿]/u

/** The part of a stranger's text that can be drawn, on one line; empty when nothing of it can. */
export function drawable(text: string, longest = 160): string {
  const kept = Array.from(letters.segment(text.normalize('NFC')), ({ segment }) => segment)
    .map((letter) => (/\s/.test(letter) ? ' ' : letter))
    .filter(
      (letter) =>
        DRAWABLE.test(letter) && !/\p{Extended_Pictographic}/u.test(letter.replace(/[0-9#*©®]/g, '')),
    )
    .slice(0, longest)
  return kept.join('').replace(/ {2,}/g, ' ').trim()
}

function pieces(text: string, width: number, measure: Measure): string[] {
  return Array.from(words.segment(text), ({ segment }) => segment).flatMap((word) =>
    measure(word) <= width ? [word] : Array.from(letters.segment(word), ({ segment }) => segment),
  )
}

function broken(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of pieces(text, width, measure)) {
    if (line === '' || measure((line + piece).trimEnd()) <= width) line += piece
    else {
      lines.push(line.trim())
      line = piece.trimStart()
    }
  }
  return line.trim() === '' ? lines : [...lines, line.trim()]
}

function cut(line: string, width: number, measure: Measure): string {
  const kept = Array.from(letters.segment(line), ({ segment }) => segment)
  while (kept.length > 1 && measure(`${kept.join('').trimEnd()}…`) > width) kept.pop()
  return `${kept.join('').trimEnd()}…`
}

/**
 * Sets a text into a width: in the first size in which it fits into that size's number of lines, else in the last one,
 * cut short.
 * @param sizes the largest first
 */
export function setText(
  text: string,
  width: number,
  sizes: readonly { size: number; lines: number }[],
  measure: Measure,
): Block {
  let last: Block = { lines: [], size: 0 }
  for (const { size, lines: most } of sizes) {
    const lines = broken(text, width / size, measure)
    if (lines.length <= most) return { lines, size }
    const rest = lines.slice(most - 1).join(' ')
    last = { lines: [...lines.slice(0, most - 1), cut(rest, width / size, measure)], size }
  }
  return last
}
