import type { BettaPalette } from './betta-palettes.ts'
import type { Random } from './random.ts'
import { between, times } from './random.ts'
import { curve, fill, linear, lines, mix, type Point, polar, radial, stroke } from './svg.ts'

/** A fan of rays. `t` runs from 0 to 1 along the root of the fin; angles in degrees, lengths in pixels. */
export interface Fan {
  root: (t: number) => Point
  angle: (t: number) => number
  length: (t: number) => number
  /** How far a ray turns towards its tip, in degrees. */
  bend: (t: number) => number
  rays: number
  /** How deep the edge dips between two rays, as a share of the length. */
  notch: number
  /** How many large folds the cloth of the fin shows, and how far they swing. */
  folds: number
  ruffle: number
}

/** What a fin is painted with. */
export interface FinPaint {
  palette: BettaPalette
  /** A band of the accent colour from this share of the ray outwards. */
  bandFrom: number | undefined
  speckled: boolean
  opacity: number
}

const steps = [0, 0.2, 0.4, 0.6, 0.8, 1]

function pointOn(fan: Fan, phase: number, t: number, s: number, reach = 1): Point {
  const swing = fan.ruffle * Math.sin(2 * Math.PI * fan.folds * t + phase) * s * s
  const length = fan.length(t) * s * reach
  return polar(fan.root(t), length, fan.angle(t) + fan.bend(t) * s * s + swing)
}

function strip(
  fan: Fan,
  phase: number,
  fromT: number,
  toT: number,
  reachFrom: number,
  reachTo: number,
): string {
  const near = steps.map((s) => pointOn(fan, phase, fromT, s, reachFrom))
  const far = steps.map((s) => pointOn(fan, phase, toT, s, reachTo)).reverse()
  return lines([...near, ...far])
}

function edge(fan: Fan, phase: number, s: number): Point[] {
  return times(fan.rays * 2 + 1, (index) => {
    const reach = index % 2 === 0 ? 1 : 1 - fan.notch
    return pointOn(fan, phase, index / (fan.rays * 2), s, s < 1 ? 1 : reach)
  })
}

function outline(fan: Fan, phase: number): string {
  const first = steps.slice(1, -1).map((s) => pointOn(fan, phase, 0, s))
  const last = steps.slice(1, -1).map((s) => pointOn(fan, phase, 1, s))
  const root = times(9, (index) => fan.root(1 - index / 8))
  return lines([...first, ...edge(fan, phase, 1), ...last.reverse(), ...root])
}

function pleats(fan: Fan, phase: number, paint: FinPaint): string {
  const { palette } = paint
  return times(fan.rays * 2, (index) => {
    const [from, to] = [index / (fan.rays * 2), (index + 1) / (fan.rays * 2)]
    const ray = (position: number) => (position % 2 === 0 ? 1 : 1 - fan.notch)
    const light = Math.sin(2 * Math.PI * fan.folds * from + phase + 1.1)
    const own = index % 2 === 0 ? 0.1 : -0.12
    const shade = light * 0.34 + own
    const color = shade > 0 ? palette.sheen : palette.body[0]
    return fill(strip(fan, phase, from, to, ray(index), ray(index + 1)), color, Math.abs(shade) * 0.9)
  }).join('')
}

function band(fan: Fan, phase: number, from: number, color: string): string {
  const inner = times(fan.rays * 2 + 1, (index) => {
    const t = index / (fan.rays * 2)
    return pointOn(fan, phase, t, from + 0.05 * Math.sin(index * 1.7))
  })
  return fill(lines([...edge(fan, phase, 1), ...inner.reverse()]), color, 0.88)
}

function rays(fan: Fan, phase: number, paint: FinPaint): string {
  const { sheen, body } = paint.palette
  return times(fan.rays + 1, (index) => {
    const t = index / fan.rays
    const whole = curve(steps.map((s) => pointOn(fan, phase, t, s)))
    const fork = 0.32 / fan.rays
    const branch = (side: number) =>
      curve([0.5, 0.7, 0.85, 0.97].map((s) => pointOn(fan, phase, t + side * fork * (s - 0.45) * 2, s)))
    const forks = fan.notch > 0.2 ? '' : stroke(branch(1) + branch(-1), sheen, 1, 0.35)
    return stroke(whole, body[0], 3.4, 0.22) + stroke(whole, sheen, fan.notch > 0.2 ? 2.6 : 1.5, 0.5) + forks
  }).join('')
}

function speckles(fan: Fan, phase: number, random: Random, color: string): string {
  return times(fan.rays * 5, () => {
    const [t, s] = [random(), between(random, 0.25, 0.95)]
    const spot = times(6, (corner) =>
      polar(pointOn(fan, phase, t, s), between(random, 2, 9) * (1.2 - s * 0.5), corner * 60),
    )
    return fill(curve(spot, true), color, between(random, 0.45, 0.85))
  }).join('')
}

/** Draws one fin; returns the definitions it needs and its layers. `id` must be unique in the picture. */
export function drawFin(
  id: string,
  fan: Fan,
  paint: FinPaint,
  random: Random,
): { defs: string; body: string } {
  const phase = between(random, 0, 2 * Math.PI)
  const { fin, accent, sheen } = paint.palette
  const center = fan.root(0.5)
  const reach = Math.max(...times(11, (index) => fan.length(index / 10)))
  const tip = pointOn(fan, phase, 0.5, 1)
  const defs =
    radial(`${id}f`, center, reach * 1.05, [
      [0.04, fin[0]],
      [0.4, fin[1]],
      [0.72, mix(fin[1], fin[2], 0.55)],
      [0.94, fin[2]],
      [1, mix(fin[2], sheen, 0.6)],
    ]) +
    linear(
      `${id}l`,
      [center[0], center[1] - reach],
      [tip[0] * 0.3 + center[0] * 0.7, center[1] + reach],
      [
        [0, sheen, 0.3],
        [0.45, sheen, 0],
        [0.6, paint.palette.body[0], 0],
        [1, paint.palette.body[0], 0.62],
      ],
    )
  const shape = outline(fan, phase)
  const layers = [
    fill(shape, `url(#${id}f)`, paint.opacity),
    paint.bandFrom === undefined ? '' : band(fan, phase, paint.bandFrom, accent),
    paint.speckled ? speckles(fan, phase, random, accent) : '',
    pleats(fan, phase, paint),
    fill(shape, `url(#${id}l)`),
    rays(fan, phase, paint),
    fan.notch > 0.2 ? '' : stroke(curve(edge(fan, phase, 1)), sheen, 2.2, 0.75),
  ]
  return { defs, body: layers.join('') }
}
