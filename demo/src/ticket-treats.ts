import { star } from './lantern-ornaments.ts'
import { times } from './random.ts'
import { circle, curve, ellipse, fill, group, lines, mix, num, type Point, polar, stroke } from './svg.ts'
import type { Emblem } from './ticket-games.ts'

function puff(center: Point, size: number, color: string): string {
  const puffs = times(18, (index) => polar(center, size * (index % 2 === 0 ? 1.03 : 0.95), index * 20))
  const cloud = curve(puffs, true)
  const swirl = (share: number, from: number) =>
    curve(times(7, (index) => polar(center, size * (share - index * 0.03), from + index * 26)))
  return [
    fill(cloud, color),
    fill(cloud, 'url(#round)'),
    stroke(swirl(0.82, 150), '#ffffff', 4, 0.6),
    stroke(swirl(0.6, 20), '#ffffff', 3.4, 0.45),
    stroke(swirl(0.42, 210), '#ffffff', 3, 0.5),
  ].join('')
}

/** Three sticks of cotton candy. */
export const cottonCandy: Emblem = ({ gold, paper }) => {
  const stick = (x: number, y: number, lean: number) =>
    stroke(`M${x} ${y}L${x + lean} 188`, mix(gold, '#8a4a1a', 0.35), 11)
  return [
    stick(-92, 40, 56),
    stick(98, 50, -56),
    stick(0, 40, 2),
    puff([-96, -18], 74, '#8fd0f2'),
    puff([102, -10], 70, '#ffe08a'),
    puff([-46, -92], 66, '#b5e3f7'),
    puff([56, -86], 64, '#fff0b8'),
    puff([0, 24], 82, '#ff8fb8'),
    puff([4, -64], 74, '#ffb0cd'),
    puff([0, -130], 46, '#ffd0e2'),
    ...times(9, (index) => fill(star(polar([0, -30], 176, index * 40 - 78), 12, 4, 4), paper[0], 0.95)),
  ].join('')
}

/** Shaved ice with syrup over a glass of sweets. */
export const shavedIce: Emblem = ({ ink, accent, gold, paper }) => {
  const mound =
    'M-128 2C-132 -66 -84 -84 -74 -112C-60 -160 -22 -176 0 -178C22 -176 60 -160 74 -112C84 -84 132 -66 128 2Z'
  const drip = (x: number, width: number, length: number, color: string) =>
    fill(
      `M${x - width} -60C${x - width} -130 ${x - width * 0.2} -172 ${x * 0.3} -178C${x + width * 0.6} -150 ${x + width} -110 ${x + width} -60V${length}a${width} ${width * 0.8} 0 0 1 ${-width * 2} 0Z`,
      color,
      0.82,
    )
  const beads = times(26, (index) =>
    circle(
      polar([((index * 47) % 190) - 95, -30 - ((index * 31) % 90) * 0.5], 6, index * 50),
      3,
      '#ffffff',
      0.8,
    ),
  )
  const jewels = times(15, (index) => {
    const row = Math.floor(index / 5)
    const place: Point = [
      ((index % 5) - 2) * (40 - row * 4) + (row % 2) * 14 - 4,
      42 + row * 38 + (index % 2) * 9,
    ]
    return (
      circle(place, 13, [accent, '#5cb86a', gold, '#f28ab0'][index % 4] ?? accent, 0.92) +
      circle([place[0] - 4, place[1] - 4], 4, '#ffffff', 0.7)
    )
  })
  const glass = 'M-136 0H136L96 160Q0 182 -96 160Z'
  return [
    group(
      { transform: 'translate(92 -120) rotate(24)' },
      fill('M-7 -70h14v150h-14Z', '#dfe6ee'),
      ellipse([0, -84], 20, 28, '#eef3f8'),
      ellipse([0, -82], 12, 19, '#c6d2de'),
    ),
    fill(mound, '#f4fbff'),
    drip(-66, 30, -20, accent),
    drip(0, 36, 4, '#ff8fb8'),
    drip(66, 30, -24, '#5cc07a'),
    fill(mound, 'url(#round)', 0.7),
    ...beads,
    circle([0, -182], 20, accent),
    circle([-6, -188], 6, '#ffffff', 0.8),
    fill(glass, '#e8f6ff', 0.5),
    ...jewels,
    fill(glass, 'url(#round)', 0.5),
    ...times(6, (index) =>
      stroke(`M${num(-110 + index * 44)} 12L${num(-78 + index * 31)} 156`, '#ffffff', 3, 0.45),
    ),
    stroke(glass, ink, 5),
    fill('M-142 -10H142V10H-142Z', ink),
    fill('M-52 170H52L66 188H-66Z', ink),
    fill('M-136 -5H136V-1H-136Z', paper[0], 0.6),
  ].join('')
}

/** The long drum of a procession. */
export const longDrum: Emblem = ({ ink, accent, gold, paper }) => {
  const shell =
    'M-70 -96C-78 -20 -34 20 -28 66C-26 116 -48 140 -66 170H66C48 140 26 116 28 66C34 20 78 -20 70 -96Z'
  const skirt = times(9, (index) => {
    const x = -80 + index * 20
    return fill(
      `M${x - 10} -84h20q10 60 -4 ${74 - Math.abs(index - 4) * 6}q-8 8 -14 0q-12 -30 -2 ${-74 + Math.abs(index - 4) * 6}Z`,
      index % 2 === 0 ? accent : mix(accent, '#ffffff', 0.25),
    )
  })
  const beat = times(15, (index) => {
    const [from, to] = [
      polar([0, -120], 106 + (index % 2) * 12, index * 13 - 181),
      polar([0, -120], 140 + (index % 2) * 14, index * 13 - 181),
    ]
    return stroke(lines([from, to], false), index % 2 === 0 ? gold : paper[0], 6)
  })
  return group(
    { transform: 'translate(0 20) rotate(-13)' },
    ...beat,
    fill(shell, '#7a3414'),
    fill(shell, 'url(#round)'),
    ...[34, 58, 112].map((y, index) =>
      fill(`M${-36 + index * 2} ${y}q34 14 ${72 - index * 4} 0v12q-36 14 ${-72 + index * 4} 0Z`, gold),
    ),
    fill('M-70 168q70 26 140 0v14q-70 24 -140 0Z', gold),
    ...skirt,
    fill('M-92 -106q92 34 184 0v26q-92 34 -184 0Z', ink),
    ...times(11, (index) =>
      circle([-82 + index * 16.4, -80 + 12 * Math.sin((Math.PI * index) / 10)], 5, gold),
    ),
    ellipse([0, -112], 92, 34, '#f3dcb4'),
    ellipse([0, -112], 92, 34, 'url(#round)', 0.5),
    ellipse([0, -112], 36, 13, '#3a1a10'),
    stroke(
      curve(
        times(16, (index): Point => [92 * Math.cos(index * 0.3927), -112 + 34 * Math.sin(index * 0.3927)]),
        true,
      ),
      gold,
      6,
    ),
  )
}
