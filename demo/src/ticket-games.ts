import { star } from './lantern-ornaments.ts'
import { times } from './random.ts'
import { circle, ellipse, fill, group, lines, num, type Point, polar, ring, stroke } from './svg.ts'
import type { Inks } from './ticket-colors.ts'

/** A picture in the panel of a ticket: its middle is (0, 0), it stays within about -185 … 185. */
export type Emblem = (inks: Inks) => string

const bulb = (place: Point, size: number) =>
  circle(place, size * 3, 'url(#bulb)', 0.7) + circle(place, size, '#fff7d6')

/** A Ferris wheel with bulbs on its rim. */
export const ferrisWheel: Emblem = ({ ink, accent, gold, paper }) => {
  const hub: Point = [0, -34]
  const spokes = times(24, (index) => lines([hub, polar(hub, 138, index * 15)], false)).join('')
  const cabins = times(12, (index) => {
    const [x, y] = polar(hub, 142, index * 30 + 8)
    const color = [accent, gold, paper[0]][index % 3] ?? accent
    const cabin = `M${num(x - 19)} ${num(y + 14)}h38q-2 24 -19 25q-17 -1 -19 -25Z`
    const roof = `M${num(x - 23)} ${num(y + 6)}Q${num(x)} ${num(y - 16)} ${num(x + 23)} ${num(y + 6)}Z`
    return (
      stroke(`M${num(x - 16)} ${num(y + 5)}v12M${num(x + 16)} ${num(y + 5)}v12`, ink, 3) +
      fill(cabin, color) +
      fill(roof, ink) +
      stroke(cabin, ink, 2.4)
    )
  })
  return [
    fill('M-12 -34L-92 178h26L0 -14L66 178h26L12 -34Z', ink),
    stroke('M-66 112H66M-80 150H80', ink, 7),
    stroke(spokes, paper[0], 3, 0.85),
    ...[142, 126, 60].map((r) => stroke(ring(hub, r), r === 60 ? gold : ink, r === 142 ? 7 : 4)),
    ...times(24, (index) => bulb(polar(hub, 134, index * 15), 4)),
    ...cabins,
    circle(hub, 26, ink),
    fill(star(hub, 21, 9, 8), gold),
  ].join('')
}

/** Chairs on chains under a striped canopy. */
export const flyingChairs: Emblem = ({ ink, accent, gold, paper }) => {
  const chairs = times(9, (index) => {
    const spread = (index - 4) / 4
    const from: Point = [spread * 150, -62 + 16 * (1 - spread * spread)]
    const to: Point = [spread * 205, 64 - Math.abs(spread) * 54 + (index % 2) * 26]
    const seat = group(
      { transform: `translate(${num(to[0])} ${num(to[1])}) rotate(${num(-spread * 24)})` },
      circle([0, -12], 8.5, '#ffd9b0'),
      fill('M-10 -4q10 -6 20 0l3 20h-26Z', index % 2 === 0 ? accent : gold),
      fill('M-15 12h30v6h-30Z', ink),
      stroke('M-6 18l-4 18M6 18l2 18', ink, 4.4),
    )
    return (
      stroke(
        lines([from, [to[0] - 9, to[1] + 12]], false) + lines([from, [to[0] + 9, to[1] + 12]], false),
        paper[0],
        2,
      ) + seat
    )
  })
  const stripes = times(12, (index) => {
    const [a, b] = [index / 12 - 0.5, (index + 1) / 12 - 0.5]
    const path = `M${num(a * 70)} -168L${num(a * 340)} -84Q${num((a + b) * 170)} -52 ${num(b * 340)} -84L${num(b * 70)} -168Z`
    return fill(path, index % 2 === 0 ? accent : paper[0]) + bulb([(a + b) * 170, -68], 4)
  })
  return [
    fill('M-26 -70h52l10 200h-72Z', ink),
    ...times(5, (index) => fill(`M-24 ${-40 + index * 34}q24 16 48 0l1 14q-25 16 -50 0Z`, gold)),
    fill('M-100 178q0 -48 60 -50h80q60 2 60 50Z', ink),
    ...times(7, (index) => bulb([-72 + index * 24, 160], 4)),
    ...chairs,
    ...stripes,
    fill('M-36 -166q36 -34 72 0Z', ink),
    fill(star([0, -190], 20, 8, 5), gold),
  ].join('')
}

/** A wall of balloons, one of which has just burst. */
export const balloonDarts: Emblem = ({ ink, accent, gold, paper }) => {
  const colors = [accent, gold, '#3f8fd8', '#5cb86a', '#f28ab0']
  const balloons = times(4, (row) =>
    times(4, (column) => {
      const [x, y] = [-129 + column * 86, -138 + row * 84]
      if (row === 1 && column === 2)
        return fill(star([x, y], 50, 24, 11), paper[0]) + fill(star([x, y], 33, 15, 9), accent)
      const color = colors[(row * 2 + column * 3) % 5] ?? accent
      const skin = `M${x} ${y + 38}C${x - 40} ${y + 16} ${x - 40} ${y - 40} ${x} ${y - 40}C${x + 40} ${y - 40} ${x + 40} ${y + 16} ${x} ${y + 38}Z`
      return [
        fill(`M${x - 7} ${y + 46}L${x} ${y + 36}L${x + 7} ${y + 46}Z`, color),
        fill(skin, color),
        fill(skin, 'url(#round)'),
        ellipse([x - 14, y - 18], 7, 12, '#ffffff', 0.75),
      ].join('')
    }).join(''),
  )
  const dart = group(
    { transform: 'translate(46 -52) rotate(38)' },
    fill('M0 0L54 -5V5Z', '#e8edf2'),
    fill('M54 -10h62q10 10 0 20h-62Z', ink),
    fill('M70 -10h8v20h-8ZM90 -10h8v20h-8Z', gold),
    fill('M112 0L140 -40H182L152 0L182 40H140Z', accent),
    stroke('M112 0H176', paper[0], 3),
  )
  return balloons.join('') + dart
}

/** Goldfish around a paper scoop, seen from above. */
export const goldfish: Emblem = ({ ink, accent, gold, paper }) => {
  const fish = (x: number, y: number, turn: number, size: number, color: string) =>
    group(
      { transform: `translate(${x} ${y}) rotate(${turn}) scale(${size})` },
      fill('M20 0C60 -46 86 -44 104 -30C92 -14 92 -8 78 0C92 8 92 14 104 30C86 44 60 46 20 0Z', color, 0.75),
      stroke('M30 0L92 -28M34 0L84 -10M34 0L84 10M30 0L92 28', '#ffffff', 1.6, 0.5),
      fill('M-10 -20q8 -26 26 -26q-2 18 -6 28ZM-10 20q8 26 26 26q-2 -18 -6 -28Z', color, 0.8),
      fill('M-50 0C-44 -30 6 -32 34 0C6 32 -44 30 -50 0Z', color),
      fill('M-50 0C-44 -30 6 -32 34 0C6 32 -44 30 -50 0Z', 'url(#round)'),
      ...[-1, 1].map(
        (side) => circle([-34, side * 13], 5, '#ffffff') + circle([-36, side * 14], 2.8, '#1a1020'),
      ),
      ...times(5, (index) => stroke(`M${-14 + index * 9} -10q7 10 0 20`, '#ffffff', 1.8, 0.5)),
    )
  const ripple = (x: number, y: number, r: number) =>
    [1, 0.66, 0.34].map((share) => stroke(ring([x, y], r * share), paper[0], 2.4, 0.55)).join('')
  const scoop = group(
    { transform: 'translate(70 -70) rotate(-38)' },
    fill('M60 -9h126q8 9 0 18h-126Z', gold),
    circle([0, 0], 70, ink),
    circle([0, 0], 60, '#ffffff', 0.82),
    ...times(5, (index) => stroke(`M${-50 + index * 25} -46V46`, ink, 1, 0.22)),
    stroke(ring([0, 0], 65), gold, 5),
  )
  return [
    ripple(-74, 66, 120),
    ripple(86, -30, 150),
    fish(-92, -96, 24, 1, '#ff8a2a'),
    fish(86, 110, 196, 0.95, accent),
    fish(-60, 74, -28, 1.25, '#ff6a1f'),
    scoop,
    fish(62, -70, 110, 0.62, '#ffb347'),
    ...times(9, (index) =>
      circle(polar([0, 10], 150 + (index % 3) * 16, index * 40 + 12), 4 + (index % 3) * 2, '#ffffff', 0.6),
    ),
  ].join('')
}
