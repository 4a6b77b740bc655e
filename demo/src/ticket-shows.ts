import { star } from './lantern-ornaments.ts'
import { times } from './random.ts'
import { circle, ellipse, fill, group, lines, mix, num, type Point, polar, ring, stroke } from './svg.ts'
import type { Emblem } from './ticket-games.ts'

function crownWing(side: number, gold: string, shade: string, accent: string): string {
  return times(4, (index) => {
    const x = (s: number) => num(side * s)
    const y = 74 - index * 30
    return (
      fill(
        `M${x(92 - index * 9)} ${y + 34}C${x(150 - index * 8)} ${y + 34} ${x(172 - index * 12)} ${y - 20} ${x(150 - index * 10)} ${y - 70}C${x(140 - index * 10)} ${y - 36} ${x(118 - index * 9)} ${y - 20} ${x(84 - index * 9)} ${y - 14}Z`,
        index % 2 === 0 ? gold : mix(gold, shade, 0.45),
      ) +
      stroke(
        `M${x(100 - index * 9)} ${y + 22}C${x(140 - index * 9)} ${y + 18} ${x(152 - index * 12)} ${y - 10} ${x(148 - index * 10)} ${y - 52}`,
        accent,
        3,
        0.8,
      )
    )
  }).join('')
}

/** The jewelled crown of a folk-opera player. */
export const likayCrown: Emblem = ({ ink, accent, gold, paper }) => {
  const shade = mix(gold, '#8a4a0a', 0.5)
  const tier = (y: number, half: number, height: number, index: number) => [
    fill(
      `M${-half} ${y}Q0 ${y + half * 0.3} ${half} ${y}L${half * 0.8} ${y - height}Q0 ${y - height + half * 0.22} ${-half * 0.8} ${y - height}Z`,
      gold,
    ),
    fill(
      `M0 ${y + half * 0.15}Q${half * 0.6} ${y + half * 0.13} ${half} ${y}L${half * 0.8} ${y - height}Q${half * 0.5} ${y - height + half * 0.1} 0 ${y - height + half * 0.11}Z`,
      shade,
      0.5,
    ),
    ...times(7, (jewel) => {
      const along = (jewel - 3) / 3
      const place: Point = [along * half * 0.84, y - height * 0.4 + half * 0.12 * (1 - along * along)]
      return (
        circle(place, 3 + half * 0.05, (jewel + index) % 2 === 0 ? accent : paper[0]) +
        circle([place[0] - 1, place[1] - 2], 1.6, '#ffffff', 0.9)
      )
    }),
  ]
  const rays = times(28, (index) =>
    fill(
      lines([
        polar([0, 0], 40, index * 12.86 - 2),
        polar([0, 0], 210, index * 12.86),
        polar([0, 0], 40, index * 12.86 + 2),
      ]),
      paper[0],
      0.22,
    ),
  )
  return [
    ...rays,
    crownWing(-1, gold, shade, accent),
    crownWing(1, gold, shade, accent),
    ...[
      [116, 112, 52],
      [70, 92, 46],
      [30, 74, 40],
      [-4, 57, 36],
      [-34, 42, 32],
      [-60, 29, 30],
    ].flatMap(([y = 0, half = 0, height = 0], index) => tier(y, half, height, index)),
    fill('M-22 -84Q0 -76 22 -84C16 -124 6 -150 0 -196C-6 -150 -16 -124 -22 -84Z', gold),
    fill('M0 -80Q14 -80 22 -84C16 -124 6 -150 0 -196Z', shade, 0.45),
    circle([0, -196], 7, '#ffffff'),
    fill('M-122 112Q0 156 122 112V150Q0 196 -122 150Z', ink),
    stroke('M-122 112Q0 156 122 112M-122 150Q0 196 122 150', gold, 4),
    ...times(9, (index) =>
      fill(
        star([-104 + index * 26, 134 + 17 * Math.sin((Math.PI * index) / 8)], 11, 5, 6),
        index % 2 === 0 ? gold : accent,
      ),
    ),
    fill(star([0, 92], 30, 14, 8), accent),
    circle([0, 92], 11, paper[0]),
  ].join('')
}

/** A painted parasol, seen from above. */
export const parasol: Emblem = ({ ink, accent, gold, paper }) => {
  const center: Point = [0, -10]
  const canopy = times(16, (index) => {
    const [from, to] = [polar(center, 172, index * 22.5), polar(center, 172, index * 22.5 + 22.5)]
    const middle = polar(center, 160, index * 22.5 + 11.25)
    const path = `M${num(center[0])} ${num(center[1])}L${num(from[0])} ${num(from[1])}Q${num(middle[0])} ${num(middle[1])} ${num(to[0])} ${num(to[1])}Z`
    return (
      fill(path, index % 2 === 0 ? accent : mix(accent, ink, 0.28)) +
      stroke(lines([center, from], false), gold, 2, 0.6)
    )
  })
  const flower = (place: Point, size: number, petals: string) => [
    ...times(6, (index) => {
      const [x, y] = polar(place, size * 0.58, index * 60)
      return group(
        { transform: `rotate(${index * 60} ${num(x)} ${num(y)})` },
        ellipse([x, y], size * 0.5, size * 0.32, petals),
        ellipse([x - size * 0.14, y], size * 0.22, size * 0.14, '#ffffff', 0.5),
      )
    }),
    circle(place, size * 0.26, gold),
  ]
  const leaf = (angle: number) => {
    const [a, b] = [polar(center, 62, angle), polar(center, 112, angle)]
    const [l, r] = [polar(center, 88, angle - 12), polar(center, 88, angle + 12)]
    return fill(
      `M${num(a[0])} ${num(a[1])}Q${num(l[0])} ${num(l[1])} ${num(b[0])} ${num(b[1])}Q${num(r[0])} ${num(r[1])} ${num(a[0])} ${num(a[1])}Z`,
      '#3fa06a',
    )
  }
  return [
    ...canopy,
    fill(ring(center, 148), 'url(#round)', 0.8),
    ...times(48, (index) => circle(polar(center, 150, index * 7.5), index % 2 === 0 ? 3.4 : 2, gold)),
    ...times(8, (index) => leaf(index * 45 + 22)),
    ...times(8, (index) =>
      flower(
        polar(center, 104, index * 45),
        index % 2 === 0 ? 40 : 30,
        index % 2 === 0 ? paper[0] : '#ffb3c9',
      ).join(''),
    ),
    ...flower(center, 50, '#fff3d0'),
    stroke(ring(center, 64), gold, 4),
  ].join('')
}
