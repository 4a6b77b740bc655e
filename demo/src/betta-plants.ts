import type { Water } from './betta-palettes.ts'
import { between, type Random, times } from './random.ts'
import { circle, curve, ellipse, fill, group, mix, type Point, polar, stroke } from './svg.ts'

/** A place to draw water in: the picture or the banner. */
export interface Pond {
  width: number
  height: number
  water: Water
  /** Where the light gathers, behind the fish. */
  focus: Point
}

/** One blade of water weed, from the floor upwards, tapering and swaying. */
function blade(
  foot: Point,
  height: number,
  width: number,
  sway: number,
  color: string,
  opacity: number,
): string {
  const spine = times(7, (index): Point => {
    const s = index / 6
    return [foot[0] + sway * Math.sin(s * 3.1) * s, foot[1] - height * s]
  })
  const half = (index: number) => (width * Math.sin(Math.PI * (0.18 + 0.82 * (index / 6)))) / 2
  const left = spine.map(([x, y], index): Point => [x - half(index), y])
  const right = spine.map(([x, y], index): Point => [x + half(index), y]).reverse()
  return (
    fill(curve([...left, ...right], true), color, opacity) +
    stroke(curve(spine), '#ffffff', 1, opacity * 0.14)
  )
}

/** Water weeds at both sides: `near` ones are darker, shorter and stand before the fish. */
export function weeds(pond: Pond, random: Random, count: number, near: boolean): string {
  const color = near ? mix(pond.water.deep, '#1f7a45', 0.12) : mix(pond.water.middle, '#1f6b4a', 0.35)
  return times(count, (index) => {
    const reach = near ? 0.14 : 0.24
    const side = index % 2 === 0 ? between(random, -0.02, reach) : between(random, 1 - reach, 1.02)
    const tall = pond.height * (near ? between(random, 0.14, 0.34) : between(random, 0.3, 0.66))
    const foot: Point = [pond.width * side, pond.height + 10]
    const shade = mix(color, pond.water.top, between(random, 0, 0.22))
    return blade(foot, tall, between(random, 16, 34), between(random, -70, 70), shade, near ? 0.95 : 0.5)
  }).join('')
}

/** A row of stones on the floor. */
export function stones(pond: Pond, random: Random, count: number): string {
  return times(count, (index) => {
    const x = (pond.width / count) * (index + 0.5) + between(random, -30, 30)
    const size = between(random, 34, 82)
    const y = pond.height - between(random, -14, 22)
    const ring = times(8, (corner): Point => {
      const [px, py] = polar([0, 0], size * between(random, 0.86, 1.1), corner * 45)
      return [x + px * 1.25, y + py * 0.72]
    })
    return (
      fill(curve(ring, true), 'url(#stone)') +
      fill(curve(ring, true), pond.water.deep, between(random, 0, 0.5))
    )
  }).join('')
}

/** A lily pad on the surface, with its stem. */
export function lilyPad([x, y]: Point, size: number, water: Water): string {
  const rim = times(24, (index) =>
    polar([0, 0], size * (1 + 0.03 * Math.sin(index * 2.1)), 14 + index * 14.3),
  )
  const pad = rim.map(([px, py]): Point => [x + px, y + py * 0.3])
  const veins = times(9, (index) => {
    const [px, py] = polar([0, 0], size * 0.9, 30 + index * 38)
    return stroke(`M${x} ${y}L${x + px} ${y + py * 0.3}`, water.top, 1.4, 0.3)
  }).join('')
  const stem = stroke(
    `M${x} ${y}C${x + 14} ${y + 160} ${x - 26} ${y + 300} ${x + 8} 820`,
    water.deep,
    5,
    0.45,
  )
  return stem + fill(curve([[x, y], ...pad], true), mix(water.middle, '#1b6a3a', 0.6)) + veins
}

/** A lotus flower; `size` is the length of its petals. */
export function lotus([x, y]: Point, size: number): string {
  const petal = (angle: number, reach: number, color: string) => {
    const tip = polar([x, y], reach, angle)
    const [left, right] = [polar([x, y], reach * 0.62, angle - 21), polar([x, y], reach * 0.62, angle + 21)]
    const path = `M${x} ${y}Q${left[0]} ${left[1]} ${tip[0]} ${tip[1]}Q${right[0]} ${right[1]} ${x} ${y}Z`
    return fill(path, color) + stroke(path, '#ffffff', 1, 0.35)
  }
  return [
    ...[-165, -15, -140, -40].map((angle) => petal(angle, size * 0.95, '#e8739f')),
    ...[-118, -62].map((angle) => petal(angle, size, '#f391b5')),
    ...[-148, -32, -90].map((angle) => petal(angle, size * 0.82, '#fbc0d3')),
    ...[-108, -72].map((angle) => petal(angle, size * 0.62, '#fff0f2')),
  ].join('')
}

/** A fallen leaf of the sea almond, which keeps the water amber. */
export function almondLeaf([x, y]: Point, size: number, turn: number): string {
  const half = `C${size * 0.55} ${-size * 0.5} ${size * 0.5} ${-size * 1.3} 0 ${-size * 2}`
  const veins = times(7, (index) => {
    const v = -size * (0.3 + index * 0.22)
    return stroke(
      `M0 ${v}L${size * 0.3} ${v - size * 0.2}M0 ${v}L${-size * 0.3} ${v - size * 0.2}`,
      '#ffdca0',
      1.2,
      0.4,
    )
  }).join('')
  return group(
    { transform: `translate(${x} ${y}) rotate(${turn})` },
    fill(`M0 0${half}`, '#a8441d'),
    fill(
      `M0 0${half.replaceAll(`C${size * 0.55}`, `C${-size * 0.55}`).replace(` ${size * 0.5} `, ` ${-size * 0.5} `)}`,
      '#c9662a',
    ),
    veins,
    stroke(`M0 ${size * 0.3}L0 ${-size * 1.9}`, '#ffdca0', 2, 0.6),
  )
}

/** A bubble with its rim and its two lights. */
export function bubble(center: Point, size: number): string {
  return (
    circle(center, size, 'url(#bubble)') +
    ellipse([center[0] - size * 0.34, center[1] - size * 0.4], size * 0.24, size * 0.15, '#ffffff', 0.85)
  )
}

/** The nest of bubbles that a male builds under the surface. */
export function nest(random: Random, pond: Pond): string {
  return times(46, () => {
    const x = pond.width * 0.66 + between(random, -150, 150)
    const size = between(random, 7, 22)
    return bubble([x, between(random, -6, 54) * (1 - Math.abs(x - pond.width * 0.66) / 240)], size)
  }).join('')
}
