import type { Paper } from './lantern-skies.ts'
import { times } from './random.ts'
import { circle, fill, lines, num, type Point, polar } from './svg.ts'

/** The cut-paper ornament on it. */
export type Ornament = 'plain' | 'lotus' | 'flame' | 'stars' | 'lattice'

function petal(center: Point, reach: number, angle: number, width: number): string {
  const tip = polar(center, reach, angle)
  const [left, right] = [
    polar(center, reach * 0.55, angle - width),
    polar(center, reach * 0.55, angle + width),
  ]
  return `M${num(center[0])} ${num(center[1])}Q${num(left[0])} ${num(left[1])} ${num(tip[0])} ${num(tip[1])}Q${num(right[0])} ${num(right[1])} ${num(center[0])} ${num(center[1])}Z`
}

/** A star's path, first point upwards. */
export function star(center: Point, outer: number, inner: number, points: number): string {
  return lines(
    times(points * 2, (index) => polar(center, index % 2 === 0 ? outer : inner, (index * 180) / points - 90)),
  )
}

/** The path of a flame which stands on the point. */
export function flame([x, y]: Point, size: number): string {
  const s = (value: number) => num(value * size)
  return `M${num(x)} ${num(y)}c${s(-0.7)} ${s(-0.2)} ${s(-0.6)} ${s(-1)} ${s(-0.1)} ${s(-1.25)}c${s(-0.15)} ${s(0.4)} ${s(0.1)} ${s(0.5)} ${s(0.25)} ${s(0.3)}c${s(0.2)} ${s(-0.3)} ${s(0)} ${s(-0.7)} ${s(-0.1)} ${s(-1.05)}c${s(0.6)} ${s(0.4)} ${s(0.9)} ${s(1.6)} ${s(-0.05)} ${s(2)}Z`
}

/** The ornament in foil around a point; `size` is about its half width. */
export function ornament(kind: Ornament, paper: Paper, center: Point, size: number): string {
  const foil = (path: string, opacity = 0.9) => fill(path, paper.foil, opacity)
  if (kind === 'plain') return ''
  if (kind === 'lotus') {
    const outer = [-170, -145, -118, -90, -62, -35, -10]
      .map((angle) => petal(center, size, angle, 17))
      .join('')
    const inner = [-130, -90, -50].map((angle) => petal(center, size * 0.6, angle, 19)).join('')
    return (
      foil(outer, 0.85) +
      fill(inner, paper.body, 0.75) +
      foil(
        lines([
          [center[0] - size, center[1] + 8],
          [center[0] + size, center[1] + 8],
          [center[0], center[1] + 20],
        ]),
      )
    )
  }
  if (kind === 'flame') {
    const row = times(5, (index) =>
      flame(
        [center[0] + (index - 2) * size * 0.46, center[1] + Math.abs(index - 2) * 9],
        size * (0.42 - Math.abs(index - 2) * 0.07),
      ),
    )
    return (
      foil(row.join('')) +
      foil(
        times(5, (index) =>
          star([center[0] + (index - 2) * size * 0.46, center[1] + 20 + Math.abs(index - 2) * 6], 8, 5, 4),
        ).join(''),
      )
    )
  }
  if (kind === 'stars') {
    const ring = times(8, (index) =>
      star(polar(center, size * 0.82, index * 45), size * 0.16, size * 0.06, 5),
    )
    return foil(star(center, size * 0.5, size * 0.2, 8) + ring.join(''))
  }
  const diamonds = times(5, (row) =>
    times(7, (column) =>
      star(
        [
          center[0] + (column - 3) * size * 0.42 + (row % 2) * size * 0.21,
          center[1] + (row - 2) * size * 0.3,
        ],
        size * 0.17,
        size * 0.07,
        4,
      ),
    ).join(''),
  )
  return foil(diamonds.join(''), 0.8)
}

/** Paper tails that hang from y at the given places. */
export function tassels(paper: Paper, xs: readonly number[], y: number, length: number): string {
  return xs
    .map((x, index) => {
      const sway = 16 * Math.sin(index * 1.9 + 0.6)
      const end = y + length * (1 - 0.12 * Math.abs(x) * 0.01)
      const ribbon = `M${x - 8} ${y}C${x - 14 + sway} ${y + length * 0.4} ${x - 2 - sway} ${y + length * 0.7} ${x - 8 + sway} ${num(end)}L${x + sway} ${num(end - 14)}L${x + 8 + sway} ${num(end)}C${x + 14 - sway} ${y + length * 0.7} ${x + 2 + sway} ${y + length * 0.4} ${x + 8} ${y}Z`
      return fill(ribbon, 'url(#tail)') + circle([x, y + 4], 7, paper.foil)
    })
    .join('')
}
