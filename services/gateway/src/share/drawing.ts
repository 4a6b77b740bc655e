import type { Card } from './card.ts'
import { type Block, drawable, setText } from './lines.ts'

export const WIDTH = 1_200
export const HEIGHT = 630
/** The pictures are a square at the left; the words stand beside it. */
export const PICTURE = 630
export const FACES = { text: 'Anuphan', title: 'Chonburi' } as const

/** How wide a text is at a size of 1, in one of our faces. */
export type Measure = (text: string, face: Face) => number

const LEFT = PICTURE + 56
const TEXT_WIDTH = WIDTH - LEFT - 56
/** Thai needs room above and below for its tone marks and vowels. */
const LEADING = 1.38

const INK = '#ffffff'
const SOFT = '#b9d8cd'
const GOLD = '#f7b731'
const ON_GOLD = '#2a1c00'

const NAME_SIZES = [
  { size: 70, lines: 2 },
  { size: 52, lines: 3 },
  { size: 38, lines: 4 },
] as const

/** A price stands on its tag, which needs room at both ends. */
const PRICE_SIZES = [
  { size: 64, lines: 1 },
  { size: 48, lines: 1 },
  { size: 36, lines: 1 },
] as const
const TAG_LEFT = 58
const TAG_RIGHT = 26

const OVER_Y = 122
const FOOT_Y = HEIGHT - 156
const SMALL = [{ size: 27, lines: 1 }] as const

/**
 * A text for SVG. Sara am is written as the two signs it consists of, the tone mark between them: the renderer draws it
 * so, but forgets to go on behind it when it comes as one.
 */
export function svgText(text: string): string {
  return text
    .replace(/([\u0e48-\u0e4b]?)\u0e33/g, '\u0e4d$1\u0e32')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

export type Face = keyof typeof FACES
type Style = { x: number; y: number; size: number; face: Face; fill: string }

function line(text: string, { x, y, size, face, fill }: Style): string {
  return `<text x="${x}" y="${y}" font-family="${FACES[face]}" font-weight="${face === 'title' ? 400 : 600}" font-size="${size}" fill="${fill}">${svgText(text)}</text>`
}

function block({ lines, size }: Block, y: number, style: { face: Face; fill: string }): string {
  return lines
    .map((text, index) => line(text, { x: LEFT, y: y + index * size * LEADING, size, ...style }))
    .join('')
}

/** The awning of a market stall, over the words: what the shop is known by. */
function awning(): string {
  const count = 8
  const width = (WIDTH - PICTURE) / count
  return Array.from({ length: count }, (_, index) => {
    const x = PICTURE + index * width
    const fill = index % 2 === 0 ? GOLD : '#fff6e2'
    return `<path d="M${x} 0h${width}v38a${width / 2} ${width / 2} 0 0 1-${width} 0z" fill="${fill}"/>`
  }).join('')
}

const MARK =
  '<path d="M6 9h20l2 6a3.3 3.3 0 0 1-6 2 3.6 3.6 0 0 1-6 0 3.6 3.6 0 0 1-6 0 3.3 3.3 0 0 1-6-2z" fill="#f7b731"/><path d="M9 20v5h14v-5" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>'

function brand(site: string, measure: Measure): string {
  const size = 28
  const width = measure(site, 'title') * size
  const x = WIDTH - 56 - width
  return `<g transform="translate(${x - 50} ${HEIGHT - 82}) scale(1.3)">${MARK}</g>${line(site, { x, y: HEIGHT - 50, size, face: 'title', fill: INK })}`
}

/** What stands where there is no picture: bolts of cloth in the colours of the shop. */
export function pattern(): string {
  const scallop = (x: number, y: number, fill: string) =>
    `<path d="M${x} ${y}h90v52a45 45 0 0 1-90 0z" fill="${fill}"/>`
  const rows = Array.from({ length: 7 }, (_, row) =>
    Array.from({ length: 8 }, (_, column) => {
      const fill = ['#0f6d57', '#12775f', '#0c5a48', '#f6b73c'][
        (row * 3 + column * 5) % 13 === 0 ? 3 : (row + column) % 3
      ]
      return scallop(column * 90 - (row % 2) * 45, (6 - row) * 92 - 20, fill ?? '#0f6d57')
    }).join(''),
  ).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE}" height="${PICTURE}"><rect width="100%" height="100%" fill="#0d5f4c"/>${rows}<g transform="translate(${PICTURE / 2 - 112} ${PICTURE / 2 - 118}) scale(7)"><rect x="-2" y="-2" width="36" height="36" rx="9" fill="#0a4637"/>${MARK}</g></svg>`
}

/** The price on its tag: pointed, with a hole for the string. */
function priceTag(text: string, measure: Measure): string {
  const room = TEXT_WIDTH - TAG_LEFT - TAG_RIGHT
  const { lines, size } = setText(text, room, PRICE_SIZES, (part) => measure(part, 'text'))
  const [price = ''] = lines
  const height = size * 1.5
  const top = FOOT_Y - size * 1.1
  const right = LEFT + TAG_LEFT + measure(price, 'text') * size + TAG_RIGHT
  const middle = top + height / 2
  const shape = `M${LEFT} ${middle}l${height * 0.38} ${-height / 2}H${right - 12}q12 0 12 12V${top + height - 12}q0 12-12 12H${LEFT + height * 0.38}z`
  const hole = `<circle cx="${LEFT + height * 0.33}" cy="${middle}" r="7" fill="#0a4435"/>`
  return `<path d="${shape}" fill="${GOLD}"/>${hole}${line(price, { x: LEFT + TAG_LEFT, y: FOOT_Y, size, face: 'text', fill: ON_GOLD })}`
}

/** The words of a card and what is around them, to lie over the pictures. */
export function drawing(card: Card, measure: Measure): string {
  const small = (text: string) => setText(drawable(text), TEXT_WIDTH, SMALL, (part) => measure(part, 'text'))
  const name = setText(drawable(card.name), TEXT_WIDTH, NAME_SIZES, (part) => measure(part, 'title'))
  const captionY = card.price === undefined ? FOOT_Y : FOOT_Y - 92
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs><linearGradient id="cloth" x1="0" y1="0" x2="0.4" y2="1"><stop offset="0" stop-color="#0b5443"/><stop offset="1" stop-color="#07342a"/></linearGradient></defs>
    <rect x="${PICTURE}" width="${WIDTH - PICTURE}" height="${HEIGHT}" fill="url(#cloth)"/>${awning()}
    ${block(small(card.over), OVER_Y, { face: 'text', fill: SOFT })}
    ${block(name, OVER_Y + 20 + name.size, { face: 'title', fill: INK })}
    ${block(small(card.caption), captionY, { face: 'text', fill: SOFT })}
    ${card.price === undefined ? '' : priceTag(card.price, measure)}
    <path d="M${LEFT} ${HEIGHT - 102}H${WIDTH - 56}" stroke="#ffffff" stroke-opacity="0.18" stroke-width="2"/>
    ${brand(card.site, measure)}
  </svg>`
}
