import type { BettaPalette } from './betta-palettes.ts'
import { between, type Random, times } from './random.ts'
import {
  circle,
  clip,
  curve,
  ellipse,
  fill,
  group,
  halo,
  linear,
  mix,
  num,
  type Point,
  radial,
  stroke,
} from './svg.ts'

const outline: readonly Point[] = [
  [148, 388],
  [160, 374],
  [196, 357],
  [250, 342],
  [310, 338],
  [370, 345],
  [430, 360],
  [470, 374],
  [492, 400],
  [470, 426],
  [430, 443],
  [370, 457],
  [310, 464],
  [250, 460],
  [200, 443],
  [166, 417],
  [152, 402],
]

/** What the body wears besides its colour. */
export interface BodyPaint {
  palette: BettaPalette
  dragon: boolean
  marbled: boolean
}

function scales(paint: BodyPaint, random: Random): string {
  const { palette, dragon } = paint
  const [width, height] = dragon ? [21, 19] : [15, 13.5]
  const metal = dragon ? mix(palette.sheen, '#ffffff', 0.55) : palette.sheen
  return times(Math.ceil(170 / height), (row) =>
    times(Math.ceil(270 / width), (column) => {
      const x = 226 + column * width + (row % 2) * (width / 2)
      const y = 322 + row * height
      const lit = Math.max(0, 1 - Math.abs(y - 372) / 95)
      const fade = Math.max(0, Math.min(1, (x - 215) / 70, (486 - x) / 50))
      const glint = lit * fade * between(random, 0.25, 1)
      const scale = `M${num(x)} ${num(y - height * 0.62)}Q${num(x + width * 0.75)} ${num(y)} ${num(x)} ${num(y + height * 0.62)}Q${num(x - width * 0.2)} ${num(y)} ${num(x)} ${num(y - height * 0.62)}Z`
      const rim = `M${num(x)} ${num(y - height * 0.62)}Q${num(x + width * 0.9)} ${num(y)} ${num(x)} ${num(y + height * 0.62)}`
      return (
        fill(scale, metal, glint * (dragon ? 0.95 : 0.6)) +
        stroke(rim, palette.body[0], dragon ? 1.6 : 1.1, 0.38 * fade)
      )
    }).join(''),
  ).join('')
}

function marbling(palette: BettaPalette, random: Random): string {
  return times(9, () => {
    const center: Point = [between(random, 190, 470), between(random, 335, 465)]
    const size = between(random, 14, 38)
    const blot = times(9, (corner): Point => {
      const reach = size * between(random, 0.55, 1.2)
      const angle = (corner * 40 * Math.PI) / 180
      return [center[0] + reach * 1.5 * Math.cos(angle), center[1] + reach * 0.8 * Math.sin(angle)]
    })
    return fill(curve(blot, true), palette.accent, 0.85)
  }).join('')
}

function eye(): string {
  const center: Point = [198, 384]
  return [
    circle(center, 16, '#000000', 0.45),
    circle(center, 14.2, 'url(#iris)'),
    circle([center[0] - 0.5, center[1]], 7.6, '#07050a'),
    circle([center[0] - 4, center[1] - 5], 3.6, '#ffffff', 0.95),
    circle([center[0] + 4, center[1] + 5], 1.6, '#ffffff', 0.5),
  ].join('')
}

function head(palette: BettaPalette): string {
  const [shade, , light] = palette.body
  const gill = 'M262 342C284 372 284 420 256 462'
  const plate = 'M236 352C262 380 262 414 240 446C226 424 222 380 236 352Z'
  return [
    fill('M140 380C170 340 220 326 262 338C288 374 286 424 256 468C210 462 150 420 140 380Z', 'url(#head)'),
    fill(plate, light, 0.16),
    stroke(gill, shade, 5, 0.55),
    stroke('M257 346C277 374 277 418 251 458', palette.sheen, 2, 0.5),
    stroke('M147 391C154 394 163 394 170 391', shade, 3, 0.8),
    stroke('M150 387C156 389 162 389 168 387', light, 1.4, 0.45),
    eye(),
  ].join('')
}

/** Draws the body, looking to the left, without fins. */
export function drawBody(paint: BodyPaint, random: Random): { defs: string; body: string } {
  const { palette } = paint
  const [shade, base, light] = palette.body
  const shape = curve(outline, true)
  const defs = [
    clip('bodyclip', shape),
    linear(
      'bodyfill',
      [0, 336],
      [0, 464],
      [
        [0, mix(base, shade, 0.35)],
        [0.28, mix(base, light, 0.55)],
        [0.55, base],
        [1, shade],
      ],
    ),
    radial('head', [178, 372], 120, [
      [0, mix(base, light, 0.35), 0.9],
      [0.45, mix(base, shade, 0.35), 0.85],
      [1, shade, 0.15],
    ]),
    halo('iris', [
      [0.4, '#1a0f08'],
      [0.62, mix(palette.sheen, '#ffb020', 0.5)],
      [0.86, mix(palette.accent, '#ffe9b0', 0.6)],
      [1, shade],
    ]),
    halo('cast', [
      [0.35, shade, 0.75],
      [1, shade, 0],
    ]),
    halo('gleam', [
      [0, '#ffffff', 0.75],
      [1, '#ffffff', 0],
    ]),
  ]
  const body = [
    ellipse([330, 412], 190, 92, 'url(#cast)', 0.9),
    fill(shape, 'url(#bodyfill)'),
    group(
      { 'clip-path': 'url(#bodyclip)' },
      paint.marbled ? marbling(palette, random) : '',
      scales(paint, random),
      head(palette),
      ellipse([318, 358], 150, 18, 'url(#gleam)', 0.6),
      ellipse([215, 360], 40, 9, 'url(#gleam)', 0.8),
      ellipse([330, 466], 180, 34, shade, 0.35),
    ),
    stroke(shape, palette.sheen, 1.6, 0.35),
  ]
  return { defs: defs.join(''), body: body.join('') }
}
