import { box, fill, lines, num, type Point, stroke } from './svg.ts'

/** A bell-shaped stupa with its stepped foot, rings and spire; `x`, `y` is the middle of its foot. */
export function chedi(x: number, y: number, size: number, color: string, light: string): string {
  const half: readonly Point[] = [
    [0.5, 0],
    [0.5, -0.12],
    [0.44, -0.12],
    [0.44, -0.24],
    [0.38, -0.24],
    [0.38, -0.36],
    [0.31, -0.37],
    [0.31, -0.42],
    [0.27, -0.43],
    [0.255, -0.6],
    [0.2, -0.74],
    [0.1, -0.8],
    [0.1, -0.86],
    [0.075, -0.88],
    [0.05, -1.06],
    [0.022, -1.3],
    [0.004, -1.62],
  ]
  const right = half.map(([px, py]): Point => [x + px * size, y + py * size])
  const left = half.map(([px, py]): Point => [x - px * size, y + py * size]).reverse()
  const lit = half.slice(6).map(([px, py]): Point => [x - px * size, y + py * size])
  const rings = [-0.92, -0.98, -1.04, -1.1].map((level) =>
    stroke(`M${num(x - size * 0.05)} ${num(y + size * level)}h${num(size * 0.1)}`, light, size * 0.012, 0.6),
  )
  return (
    fill(lines([...right, ...left]), color) +
    stroke(lines(lit, false), light, size * 0.014, 0.7) +
    rings.join('')
  )
}

/** A many-tiered temple hall seen from its gable; `x`, `y` is the middle of its foot. */
export function hall(x: number, y: number, size: number, color: string, light: string): string {
  const tier = (width: number, top: number, drop: number) => {
    const [left, right] = [x - width * size, x + width * size]
    const [peak, eave] = [y - top * size, y - (top - drop) * size]
    const sweep = `Q${num(x + width * size * 0.3)} ${num(eave - size * 0.06)} ${num(right)} ${num(eave)}`
    const back = `L${num(left)} ${num(eave)}Q${num(x - width * size * 0.3)} ${num(eave - size * 0.06)} ${num(x)} ${num(peak)}Z`
    const horn = `M${num(x)} ${num(peak)}q${num(-size * 0.01)} ${num(-size * 0.07)} ${num(size * 0.03)} ${num(-size * 0.1)}`
    const edge = `M${num(left)} ${num(eave)}Q${num(x - width * size * 0.3)} ${num(eave - size * 0.06)} ${num(x)} ${num(peak)}`
    return (
      fill(`M${num(x)} ${num(peak)}${sweep}${back}`, color) +
      stroke(horn, color, size * 0.022) +
      stroke(edge, light, size * 0.014, 0.65)
    )
  }
  const door = box(x - size * 0.07, y - size * 0.24, size * 0.14, size * 0.24)
  return [
    fill(box(x - size * 0.42, y - size * 0.34, size * 0.84, size * 0.34), color),
    tier(0.62, 0.66, 0.34),
    tier(0.44, 0.82, 0.34),
    tier(0.27, 0.96, 0.32),
    fill(door, light, 0.95),
    ...[-0.28, 0.28].map((side) =>
      fill(box(x + (side - 0.04) * size, y - size * 0.22, size * 0.08, size * 0.12), light, 0.75),
    ),
  ].join('')
}
