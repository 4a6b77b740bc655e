import { type Drawn, diamond, starLantern } from './lantern-facets.ts'
import { flame, type Ornament, ornament, tassels } from './lantern-ornaments.ts'
import type { Paper } from './lantern-skies.ts'
import { times } from './random.ts'
import { clip, curve, ellipse, fill, group, num, stroke } from './svg.ts'

/** The lantern in the middle of the picture. */
export type LanternShape = 'sky' | 'diamond' | 'bud' | 'star' | 'drum'

function skyLantern(paper: Paper, kind: Ornament): Drawn {
  const shape =
    'M-118 170C-150 90 -176 -20 -160 -100C-146 -172 -80 -204 0 -204C80 -204 146 -172 160 -100C176 -20 150 90 118 170C70 186 -70 186 -118 170Z'
  const ribs = [-0.72, -0.36, 0, 0.36, 0.72]
    .map((x) => `M${num(118 * x)} 178C${num(180 * x)} 60 ${num(190 * x)} -130 ${num(70 * x)} -202`)
    .join('')
  const body = [
    fill(shape, 'url(#paper)'),
    group(
      { 'clip-path': 'url(#lamp)' },
      ornament(kind, paper, [0, -30], 96),
      fill(shape, 'url(#side)'),
      stroke(ribs, paper.shade, 2, 0.4),
    ),
    ellipse([0, 172], 118, 17, paper.shade),
    ellipse([0, 173], 106, 12, paper.heart),
    fill(flame([-3, 182], 26), '#fff7d8'),
    stroke(shape, paper.heart, 2.4, 0.7),
  ]
  return { defs: clip('lamp', shape), body: body.join('') }
}

function bud(paper: Paper, kind: Ornament): Drawn {
  const leaf = (x: number, width: number, top: number) =>
    `M${x} 160C${x - width} 110 ${x - width} ${top + 120} ${x * 0.4} ${top}C${x + width} ${top + 120} ${x + width} 110 ${x} 160Z`
  const outer = (side: number) =>
    `M0 170C${side * 120} 170 ${side * 206} 60 ${side * 178} -70C${side * 130} -40 ${side * 60} 50 0 170Z`
  const veins = [-0.6, -0.3, 0, 0.3, 0.6]
    .map((x) => `M0 160C${x * 120} 60 ${x * 100} -60 ${x * 10} -190`)
    .join('')
  const body = [
    tassels(paper, [-30, 0, 30], 176, 150),
    fill(leaf(-62, 108, -150), paper.shade),
    fill(leaf(62, 108, -150), paper.shade),
    fill(leaf(-50, 100, -162), 'url(#paper)', 0.85),
    fill(leaf(50, 100, -162), 'url(#paper)', 0.85),
    fill(leaf(0, 104, -205), 'url(#paper)'),
    stroke(veins, paper.foil, 1.6, 0.45),
    ornament(kind, paper, [0, 40], 60),
    stroke(leaf(0, 104, -205), paper.heart, 2.4, 0.75),
    fill(outer(-1), 'url(#paper)'),
    fill(outer(1), 'url(#paper)'),
    fill(outer(-1), paper.shade, 0.25),
    fill(outer(1), paper.shade, 0.35),
    stroke(outer(-1) + outer(1), paper.foil, 3, 0.85),
    ellipse([0, 170], 52, 14, paper.foil),
    stroke('M0 -205V-420', paper.foil, 3, 0.7),
  ]
  return { defs: '', body: body.join('') }
}

function drum(paper: Paper, kind: Ornament): Drawn {
  const shape = curve(
    [
      [-150, -110],
      [-168, 0],
      [-150, 110],
      [0, 128],
      [150, 110],
      [168, 0],
      [150, -110],
      [0, -128],
    ],
    true,
  )
  const pleats = times(13, (index) => {
    const y = -104 + index * 17.3
    return `M${num(-152 - 14 * Math.sin((Math.PI * index) / 12))} ${num(y)}Q0 ${num(y + 24)} ${num(152 + 14 * Math.sin((Math.PI * index) / 12))} ${num(y)}`
  })
  const cap = (y: number) =>
    ellipse([0, y], 128, 22, paper.shade) + ellipse([0, y - 3], 112, 15, paper.foil, 0.85)
  const body = [
    tassels(paper, [-96, -48, 0, 48, 96], 120, 170),
    fill(shape, 'url(#paper)'),
    group(
      { 'clip-path': 'url(#lamp)' },
      ornament(kind, paper, [0, 4], 88),
      fill(shape, 'url(#side)'),
      stroke(pleats.join(''), paper.shade, 2.4, 0.34),
    ),
    cap(122),
    cap(-118),
    stroke('M-90 -124L0 -190L90 -124M0 -190V-420', paper.foil, 3, 0.8),
  ]
  return { defs: clip('lamp', shape), body: body.join('') }
}

/** Draws the lantern of a picture around (0, 0). It uses the gradients paper, side and tail of the picture. */
export function drawLantern(shape: LanternShape, paper: Paper, kind: Ornament): Drawn {
  return { sky: skyLantern, diamond, bud, star: starLantern, drum }[shape](paper, kind)
}
