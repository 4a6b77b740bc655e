import { times } from './random.ts'
import { circle, fill, group, mix, num, type Point, polar, stroke } from './svg.ts'
import { chedi, hall } from './temples.ts'
import type { Emblem } from './ticket-games.ts'

/** A screen under the night sky, with its audience. */
export const outdoorCinema: Emblem = ({ ink, accent, gold, paper }) => {
  const heads = times(11, (index) => {
    const [x, y] = [-180 + index * 36, 146 + (index % 2) * 14]
    return circle([x, y - 24], 15, ink) + fill(`M${x - 26} ${y + 44}q0 -52 26 -54q26 2 26 54Z`, ink)
  })
  const crane =
    'M-64 12C-30 -10 -6 -22 24 -20C6 -34 -6 -56 -2 -84C18 -66 34 -44 44 -22C60 -24 74 -34 82 -48C84 -36 80 -24 70 -16C86 -14 96 -10 104 0C88 -4 74 -2 60 2C44 18 10 26 -20 22C-36 22 -52 18 -64 12Z'
  return [
    fill('M0 190L-146 -128H146Z', gold, 0.16),
    fill('M-164 -166h12v330h-12ZM152 -166h12v330h-12Z', ink),
    fill('M-150 -152H150V58H-150Z', paper[0]),
    fill('M-138 -140H138V46H-138Z', mix(accent, '#ffb070', 0.5)),
    circle([64, -66], 46, '#fff2cc'),
    circle([64, -66], 62, '#fff2cc', 0.22),
    fill('M-138 46V10Q-90 -34 -44 8Q0 -26 46 12Q92 -16 138 10V46Z', mix(ink, accent, 0.35)),
    group({ transform: 'translate(-44 -50) scale(0.86) rotate(-8)' }, fill(crane, ink)),
    stroke('M-150 -152H150V58H-150Z', ink, 5),
    stroke('M-176 -172Q-88 -140 0 -168Q88 -140 176 -172', ink, 3),
    ...times(13, (index) => {
      const x = -168 + index * 28
      const place: Point = [x, -166 + 18 * Math.abs(Math.sin((index / 6) * Math.PI))]
      return circle(place, 13, 'url(#bulb)', 0.8) + circle(place, 5, '#fff4cc')
    }),
    ...heads,
  ].join('')
}

/** Fireworks over a stupa and two halls. */
export const fireworks: Emblem = ({ ink, accent, gold, paper }) => {
  const burst = (center: Point, size: number, color: string, count: number) => {
    const streaks = times(count, (index) => {
      const angle = (index * 360) / count + size
      const reach = size * (index % 2 === 0 ? 1 : 0.72)
      const end = polar(center, reach, angle)
      const fall: Point = [end[0], end[1] + reach * 0.1]
      const root = polar(center, size * 0.16, angle)
      const turn = polar(center, reach * 0.7, angle)
      const path = `M${num(root[0])} ${num(root[1])}Q${num(turn[0])} ${num(turn[1])} ${num(fall[0])} ${num(fall[1])}`
      return (
        stroke(path, color, size * 0.032, 0.9) +
        circle(fall, size * 0.042, '#ffffff') +
        circle(fall, size * 0.14, 'url(#bulb)', 0.6)
      )
    })
    return (
      circle(center, size * 1.25, 'url(#bulb)', 0.35) +
      streaks.join('') +
      circle(center, size * 0.1, '#ffffff')
    )
  }
  const trail = (x: number, from: number, to: number) =>
    stroke(`M${x} ${from}Q${x - 10} ${(from + to) / 2} ${x} ${to}`, gold, 2.6, 0.5)
  return [
    trail(-74, 130, -50),
    trail(84, 130, -90),
    burst([-76, -62], 106, mix(accent, '#ff9ab0', 0.4), 22),
    burst([84, -104], 92, gold, 20),
    burst([58, 22], 60, '#7fd8ff', 16),
    burst([-118, 58], 44, '#b8f29a', 14),
    burst([-4, -160], 42, '#ffb3e0', 14),
    chedi(0, 176, 118, ink, gold),
    hall(-118, 178, 92, ink, gold),
    hall(120, 178, 92, ink, gold),
    fill('M-210 172H210V230H-210Z', ink),
    ...times(9, (index) => circle([-176 + index * 44, 184], 4, paper[0], 0.8)),
  ].join('')
}
