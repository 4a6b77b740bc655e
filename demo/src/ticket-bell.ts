import { star } from './lantern-ornaments.ts'
import { times } from './random.ts'
import { circle, curve, ellipse, fill, lines, num, polar, stroke } from './svg.ts'
import type { Emblem } from './ticket-games.ts'

/** A temple bell in its frame. */
export const goldenBell: Emblem = ({ ink, accent, paper }) => {
  const shell =
    'M-44 -96C-92 -84 -104 -20 -108 40C-112 84 -128 104 -138 124Q0 164 138 124C128 104 112 84 108 40C104 -20 92 -84 44 -96Q0 -110 -44 -96Z'
  const band = (y: number, half: number, color: string, height: number) =>
    fill(
      `M${-half} ${y}Q0 ${y + half * 0.24} ${half} ${y}v${height}Q0 ${y + height + half * 0.24} ${-half} ${y + height}Z`,
      color,
    )
  const lotus = times(9, (index) => {
    const along = (index - 4) / 4
    const [x, y] = [along * 92, 62 + 20 * (1 - along * along)]
    return fill(`M${num(x)} ${num(y)}q-15 -20 0 -46q15 26 0 46Z`, '#fff0b8', 0.9)
  })
  const rays = times(36, (index) =>
    fill(
      lines([
        polar([0, 10], 60, index * 10 - 1.6),
        polar([0, 10], index % 2 === 0 ? 230 : 180, index * 10),
        polar([0, 10], 60, index * 10 + 1.6),
      ]),
      '#fff6d0',
      0.4,
    ),
  )
  return [
    ...rays,
    circle([0, 10], 200, 'url(#bulb)', 0.7),
    fill('M-186 -190H186V-160Q0 -140 -186 -160Z', ink),
    fill('M-176 -164h20v340h-20ZM156 -164h20v340h-20Z', ink),
    ...[-166, 166].map((x) =>
      times(6, (index) => fill(star([x, -120 + index * 52], 8, 4, 4), '#ffd76a')).join(''),
    ),
    stroke('M0 -150V-112', accent, 12),
    stroke('M-26 -98C-34 -138 34 -138 26 -98', '#c9841c', 13),
    fill(shell, 'url(#metal)'),
    band(-56, 88, '#b36a12', 8),
    band(-42, 94, '#fff0b8', 4),
    ...lotus,
    band(88, 122, '#b36a12', 8),
    band(102, 128, '#fff0b8', 4),
    circle([0, 6], 34, '#b36a12', 0.55),
    fill(star([0, 6], 30, 14, 8), '#fff3c4'),
    circle([0, 6], 9, accent),
    ellipse([-62, -10], 11, 58, '#ffffff', 0.5),
    fill('M-10 140h20l4 30h-28Z', '#8a4a0a'),
    stroke('M0 170V196', accent, 8),
    ...times(8, (index) => fill(star(polar([0, 0], 164, index * 45 + 20), 12, 4, 4), paper[0])),
    stroke(
      curve([
        [-138, 124],
        [-70, 141],
        [0, 145],
        [70, 141],
        [138, 124],
      ]),
      '#fff6d6',
      5,
    ),
  ].join('')
}
