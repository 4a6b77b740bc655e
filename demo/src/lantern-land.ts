import type { Sky } from './lantern-skies.ts'
import { between, type Random, times } from './random.ts'
import { box, circle, curve, ellipse, fill, lines, mix, num, type Point, polar } from './svg.ts'
import { chedi, hall } from './temples.ts'

/** What stands on the horizon. */
export type Land = 'chedi' | 'mountains' | 'river' | 'terraces' | 'pines'

/** The ground of one picture: its size, the height of the horizon, and its night. */
export interface Ground {
  width: number
  height: number
  horizon: number
  sky: Sky
}

function ridge(ground: Ground, base: number, rise: number, random: Random, color: string): string {
  const count = Math.round(ground.width / 90)
  const crest = times(
    count + 3,
    (index): Point => [
      (index - 1) * 90,
      base - rise * (0.35 + 0.65 * Math.abs(Math.sin(index * 1.9 + random() * 0.9))),
    ],
  )
  return fill(`${curve(crest)}L${ground.width + 90} ${ground.height}L-90 ${ground.height}Z`, color)
}

function ridges(ground: Ground, random: Random): string {
  const { horizon, sky } = ground
  return [0.72, 0.48, 0.24]
    .map((haze, index) =>
      ridge(
        ground,
        horizon + index * 34,
        120 - index * 26,
        random,
        mix(mix(sky.land, sky.low, haze), sky.horizon, haze * 0.35),
      ),
    )
    .join('')
}

function temple(ground: Ground, random: Random): string {
  const { width, horizon, sky, height } = ground
  const color = mix(sky.land, sky.low, 0.06)
  const side = random() < 0.5 ? 0.24 : 0.76
  const foot = horizon + 92
  return [
    ridges(ground, random),
    chedi(width * side, foot, 190, color, sky.horizon),
    chedi(width * (1 - side) + 70, foot, 84, color, sky.horizon),
    hall(width * (1 - side) - 40, foot + 4, 190, color, '#ffd98a'),
    fill(`M0 ${foot - 6}Q${width / 2} ${foot - 22} ${width} ${foot}V${height}H0Z`, sky.land),
  ].join('')
}

function river(ground: Ground, random: Random): string {
  const { width, height, horizon, sky } = ground
  const bank = horizon + 60
  const glints = times(56, () => {
    const y = bank + (height - bank) * random() ** 1.4
    const reach = between(random, 10, 70) * (0.4 + (y - bank) / 160)
    const x = width * 0.5 + between(random, -1, 1) * (60 + (y - bank) * 1.5)
    return ellipse([x, y], reach, 1.8, '#ffcf7a', between(random, 0.12, 0.5))
  })
  const boat = (x: number, y: number, size: number) =>
    fill(
      `M${x - size} ${y - size * 0.2}Q${x} ${y + size * 0.34} ${x + size} ${y - size * 0.26}Q${x} ${y + size * 0.1} ${x - size} ${y - size * 0.2}Z`,
      sky.land,
    ) +
    circle([x + size * 0.1, y - size * 0.14], size * 0.07, '#ffe2a0') +
    circle([x + size * 0.1, y - size * 0.14], size * 0.6, 'url(#ember)', 0.5)
  return [
    ridges(ground, random),
    chedi(width * 0.8, bank + 4, 96, mix(sky.land, sky.low, 0.16), sky.horizon),
    hall(width * 0.68, bank + 4, 92, mix(sky.land, sky.low, 0.16), '#ffd98a'),
    fill(box(0, bank, width, height - bank), 'url(#stream)'),
    ...glints,
    boat(width * 0.22, bank + 62, 74),
    boat(width * 0.62, bank + 28, 38),
  ].join('')
}

function terraces(ground: Ground, random: Random): string {
  const { width, height, horizon, sky } = ground
  const steps = times(7, (index) => {
    const y = horizon + 34 + index * (9 + index * 3.2)
    const line = times(
      8,
      (column): Point => [
        (width / 6) * (column - 0.5),
        y + 13 * Math.sin(column * 1.1 + index * 0.8 + random() * 0.4),
      ],
    )
    const water = mix(sky.low, sky.horizon, 0.95 - index * 0.07)
    const under = line.map(([x, py]): Point => [x, py + 6 + index])
    return (
      fill(`${curve(line)}L${width + 60} ${height}H-60Z`, mix(sky.land, water, 0.85 - index * 0.07)) +
      fill(`${curve(under)}L${width + 60} ${height}H-60Z`, mix(sky.land, sky.low, 0.3 - index * 0.04))
    )
  })
  return ridges(ground, random) + steps.join('')
}

function pines(ground: Ground, random: Random): string {
  const { width, height, horizon, sky } = ground
  const tree = (x: number, y: number, size: number, color: string) => {
    const tiers = times(6, (index) => {
      const top = y - size * (1 - index * 0.15)
      const half = size * (0.07 + index * 0.042)
      return `M${num(x)} ${num(top)}Q${num(x + half * 0.5)} ${num(top + size * 0.16)} ${num(x + half)} ${num(top + size * 0.25)}H${num(x - half)}Q${num(x - half * 0.5)} ${num(top + size * 0.16)} ${num(x)} ${num(top)}Z`
    })
    return fill(tiers.join(''), color)
  }
  const row = (count: number, base: number, low: number, high: number, color: string) =>
    times(count, (index) =>
      tree((width / (count - 1)) * index + between(random, -18, 18), base, between(random, low, high), color),
    ).join('')
  return [
    ridges(ground, random),
    row(17, horizon + 96, 70, 130, mix(sky.land, sky.low, 0.3)),
    row(11, horizon + 150, 100, 190, sky.land),
    fill(box(0, horizon + 140, width, height), sky.land),
  ].join('')
}

/** Draws the land of a picture; it fills the picture from the horizon to its lower edge. */
export function drawLand(land: Land, ground: Ground, random: Random): string {
  if (land === 'chedi') return temple(ground, random)
  if (land === 'river') return river(ground, random)
  if (land === 'terraces') return terraces(ground, random)
  if (land === 'pines') return pines(ground, random)
  const { width, height, horizon, sky } = ground
  const peak = polar([width * 0.5, horizon + 10], 190, -78)
  const slope = lines([
    [width * 0.1, horizon + 80],
    [width * 0.34, horizon - 70],
    peak,
    [width * 0.72, horizon - 50],
    [width, horizon + 80],
  ])
  return (
    fill(slope, mix(sky.land, sky.low, 0.8)) +
    ridges(ground, random) +
    fill(box(0, height - 30, width, 30), sky.land)
  )
}
