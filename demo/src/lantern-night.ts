import { drawLand, type Land } from './lantern-land.ts'
import type { Ornament } from './lantern-ornaments.ts'
import type { LanternShape } from './lantern-shapes.ts'
import { type Moon, type Paper, type papers, type Sky, skies } from './lantern-skies.ts'
import { between, type Random, times } from './random.ts'
import { box, circle, ellipse, fill, group, halo, linear, mix, num, type Point, radial } from './svg.ts'

/** The traits which decide the picture of one lantern. */
export interface LanternLook {
  shape: LanternShape
  paper: keyof typeof papers
  ornament: Ornament
  sky: keyof typeof skies
  land: Land
  /** How many other lanterns rise in the picture. */
  others: number
}

/** The moon with its glow; `sky` colours the part in shadow. */
function drawMoon(moon: Moon, [x, y]: Point, size: number, sky: Sky): string {
  if (moon === 'none') return ''
  const glow = circle([x, y], size * 4.2, 'url(#moonlight)', moon === 'full' ? 0.75 : 0.45)
  const disc = circle([x, y], size, '#fff6dc')
  if (moon === 'full') {
    const seas: readonly Point[] = [
      [-0.3, -0.25],
      [0.28, 0.1],
      [-0.1, 0.42],
    ]
    return (
      glow +
      disc +
      seas
        .map(([px, py], index) =>
          circle([x + px * size, y + py * size], size * (0.26 - index * 0.05), '#e0cfa8', 0.55),
        )
        .join('')
    )
  }
  const inner = moon === 'half' ? `Q${num(x + size * 0.1)} ${num(y)}` : `Q${num(x + size * 1.05)} ${num(y)}`
  const lit = `M${num(x)} ${num(y - size)}A${size} ${size} 0 0 1 ${num(x)} ${num(y + size)}${inner} ${num(x)} ${num(y - size)}Z`
  return glow + circle([x, y], size, mix(sky.zenith, sky.middle, 0.8), 0.35) + fill(lit, '#fff6dc')
}

/** A small lantern far away: `near` 0 … 1 decides how large and how clear. */
function farLantern([x, y]: Point, near: number, tilt: number): string {
  const size = 5 + near * 30
  const body = `M${num(-size * 0.6)} ${num(size)}C${num(-size * 1.1)} ${num(-size * 0.2)} ${num(-size * 0.9)} ${num(-size * 1.1)} 0 ${num(-size * 1.15)}C${num(size * 0.9)} ${num(-size * 1.1)} ${num(size * 1.1)} ${num(-size * 0.2)} ${num(size * 0.6)} ${num(size)}Z`
  const drawn = [
    circle([0, 0], size * 3.4, 'url(#ember)', 0.34 + near * 0.3),
    fill(body, 'url(#small)', 0.6 + near * 0.4),
    ellipse([0, size * 0.98], size * 0.56, size * 0.13, '#fffbe6', 0.9),
  ]
  return group({ transform: `translate(${num(x)} ${num(y)}) rotate(${num(tilt)})` }, ...drawn)
}

function stars(width: number, height: number, random: Random): string {
  return times(90, () =>
    circle(
      [width * random(), height * random() ** 1.3],
      between(random, 0.6, 2.1),
      '#ffffff',
      between(random, 0.25, 0.95),
    ),
  ).join('')
}

function clouds(width: number, y: number, random: Random): string {
  return times(7, () => {
    const [x, level] = [width * random(), y + between(random, -90, 60)]
    return times(4, (index) =>
      ellipse(
        [x + index * 46 - 70, level + between(random, -6, 6)],
        between(random, 90, 190),
        between(random, 7, 18),
        'url(#cloud)',
        0.5,
      ),
    ).join('')
  }).join('')
}

/** The gradients that every night scene shares. */
export function nightDefs(width: number, height: number, sky: Sky): string {
  return [
    linear(
      'night',
      [0, 0],
      [0, height * 0.76],
      [
        [0, sky.zenith],
        [0.38, sky.middle],
        [0.7, sky.low],
        [1, sky.horizon],
      ],
    ),
    linear(
      'stream',
      [0, height * 0.72],
      [0, height],
      [
        [0, mix(sky.low, sky.horizon, 0.5)],
        [1, sky.zenith],
      ],
    ),
    halo('cloud', [
      [0, sky.horizon, 0.6],
      [1, sky.horizon, 0],
    ]),
    halo('moonlight', [
      [0, '#fff6dc', 0.8],
      [0.3, '#ffeecb', 0.3],
      [1, '#ffeecb', 0],
    ]),
    halo('ember', [
      [0, '#ffc76a', 0.85],
      [0.4, '#ff9a3c', 0.28],
      [1, '#ff8a2a', 0],
    ]),
    `<linearGradient id="small" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="#fff3c4"/><stop offset="0.45" stop-color="#ffb347"/><stop offset="1" stop-color="#d9601c"/></linearGradient>`,
    linear(
      'dark',
      [0, height * 0.75],
      [0, height],
      [
        [0, sky.zenith, 0],
        [1, sky.zenith, 0.6],
      ],
    ),
    radial('corner', [width / 2, height * 0.52], width * 0.78, [
      [0.55, sky.zenith, 0],
      [1, sky.zenith, 0.75],
    ]),
  ].join('')
}

/** The gradients of the large lantern: paper lit from within, its rounded sides, its tails, its glow. */
export function paperDefs(paper: Paper): string {
  return [
    halo('aura', [
      [0, paper.heart, 0.8],
      [0.25, paper.lit, 0.55],
      [0.55, paper.body, 0.22],
      [1, paper.body, 0],
    ]),
    radial('paper', [0, 70], 290, [
      [0, paper.heart],
      [0.3, paper.lit],
      [0.68, paper.body],
      [1, paper.shade],
    ]),
    linear(
      'side',
      [-175, 0],
      [175, 0],
      [
        [0, paper.shade, 0.7],
        [0.3, paper.shade, 0],
        [0.7, paper.shade, 0],
        [1, paper.shade, 0.75],
      ],
    ),
    linear(
      'tail',
      [0, 120],
      [0, 330],
      [
        [0, paper.lit],
        [0.5, paper.body],
        [1, paper.shade, 0.75],
      ],
    ),
  ].join('')
}

/** Everything of a night scene but its lantern in the middle. */
export function drawNight(look: LanternLook, width: number, height: number, random: Random): string {
  const sky = skies[look.sky]
  const horizon = height * (look.land === 'chedi' ? 0.74 : 0.71)
  const moonSide = random() < 0.5 ? 0.17 : 0.83
  const rising = times(look.others, (index): readonly [Point, number] => {
    const near = ((index + 1) / (look.others + 1)) ** 2.4 * 0.9
    const column = (index * 0.618 + random() * 0.12) % 1
    // The middle belongs to the large lantern, so the others keep to the sides of it.
    const x = column < 0.5 ? column * 0.62 : 1 - (1 - column) * 0.62
    const y = between(random, 0.06, 0.64 - near * 0.12)
    const hidesMoon = sky.moon !== 'none' && Math.abs(x - moonSide) < 0.11 && y < 0.26
    return [[width * (0.03 + 0.94 * x), height * (hidesMoon ? y + 0.22 : y)], near]
  })
  return [
    fill(box(0, 0, width, height), 'url(#night)'),
    stars(width, height * 0.55, random),
    drawMoon(sky.moon, [width * moonSide, height * 0.15], 40, sky),
    clouds(width, height * 0.55, random),
    drawLand(look.land, { width, height, horizon, sky }, random),
    ...rising.map(([place, near]) => farLantern(place, near, between(random, -10, 10))),
    fill(box(0, 0, width, height), 'url(#corner)'),
    fill(box(0, height * 0.75, width, height * 0.25), 'url(#dark)'),
  ].join('')
}
