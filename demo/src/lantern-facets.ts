import { type Ornament, ornament, star, tassels } from './lantern-ornaments.ts'
import type { Paper } from './lantern-skies.ts'
import { times } from './random.ts'
import { circle, fill, lines, polar, stroke } from './svg.ts'

/** A lantern in its own coordinates: its middle is (0, 0), it reaches from about -200 to 200. */
export interface Drawn {
  defs: string
  body: string
}

/** The many-faced lantern of the hills. */
export function diamond(paper: Paper, kind: Ornament): Drawn {
  const [top, bottom] = [-170, 170]
  const shape = 'M-84 -170H84L176 -78V78L84 170H-84L-176 78V-78Z'
  // Each face with how far it turns away from the flame.
  const facets = [
    ['M-84 -170H84L64 -78H-64Z', 0.05],
    ['M-84 -170L-64 -78H-176Z', 0.3],
    ['M84 -170L64 -78H176Z', 0.42],
    ['M-176 -78H-64V78H-176Z', 0.22],
    ['M176 -78H64V78H176Z', 0.34],
    ['M-84 170H84L64 78H-64Z', 0.14],
    ['M-84 170L-64 78H-176Z', 0.45],
    ['M84 170L64 78H176Z', 0.55],
  ] as const
  const edges = facets.map(([path]) => stroke(path, paper.foil, 4, 0.85)).join('')
  const small =
    [-120, 120].map((x) => star([x, 0], 34, 13, 6)).join('') +
    star([0, -122], 24, 9, 6) +
    star([0, 122], 24, 9, 6)
  const body = [
    tassels(paper, [-84, -42, 0, 42, 84], bottom, 150),
    fill(shape, 'url(#paper)'),
    ...facets.map(([path, dark]) => fill(path, paper.shade, dark)),
    fill(small, paper.foil, 0.75),
    ornament(kind, paper, [0, 8], 52),
    edges,
    stroke(`M0 ${top}V-420`, paper.foil, 3, 0.7),
  ]
  return { defs: '', body: body.join('') }
}

/** The five-pointed lantern. */
export function starLantern(paper: Paper, kind: Ornament): Drawn {
  const shape = star([0, 0], 205, 98, 5)
  const facets = times(10, (index) => {
    const tip = polar([0, 0], index % 2 === 0 ? 205 : 98, index * 36 - 90)
    const next = polar([0, 0], index % 2 === 0 ? 98 : 205, (index + 1) * 36 - 90)
    return fill(
      lines([[0, 0], tip, next]),
      index % 2 === 0 ? paper.heart : paper.shade,
      index % 2 === 0 ? 0.12 : 0.36,
    )
  })
  const spokes = times(10, (index) =>
    lines([[0, 0], polar([0, 0], index % 2 === 0 ? 205 : 98, index * 36 - 90)], false),
  ).join('')
  const body = [
    tassels(paper, [-112, 112], 168, 130),
    fill(shape, 'url(#paper)'),
    ...facets,
    stroke(spokes, paper.foil, 2, 0.5),
    ornament(kind, paper, [0, 6], 66),
    stroke(shape, paper.foil, 6, 0.9),
    ...times(5, (index) => circle(polar([0, 0], 205, index * 72 - 90), 10, paper.foil)),
    stroke('M0 -205V-420', paper.foil, 3, 0.7),
  ]
  return { defs: '', body: body.join('') }
}
