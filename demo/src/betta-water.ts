import { almondLeaf, bubble, lilyPad, lotus, nest, type Pond, stones, weeds } from './betta-plants.ts'
import { between, type Random, times } from './random.ts'
import { box, circle, fill, halo, linear, mix, radial } from './svg.ts'

/** What the fish shares its water with. */
export type Surroundings = 'weeds' | 'lotus' | 'almond' | 'nest' | 'stones'

function shafts(pond: Pond, random: Random): string {
  return times(7, (index) => {
    const x = (pond.width / 6) * index + between(random, -60, 60)
    const width = between(random, 26, 90)
    const lean = between(random, 120, 220)
    const bottom = pond.height * between(random, 0.7, 1)
    const path = `M${x} -10L${x + width} -10L${x + width * 1.9 - lean} ${bottom}L${x - lean} ${bottom}Z`
    return fill(path, 'url(#shaft)', between(random, 0.25, 0.7))
  }).join('')
}

function setting(pond: Pond, around: Surroundings, random: Random): string {
  const { width, water } = pond
  if (around === 'weeds') return weeds(pond, random, 12, false)
  if (around === 'nest') return nest(random, pond) + weeds(pond, random, 4, false)
  if (around === 'stones') return weeds(pond, random, 5, false)
  if (around === 'almond') {
    return (
      almondLeaf([width * 0.84, 96], 62, 58) +
      almondLeaf([width * 0.13, 128], 46, -38) +
      weeds(pond, random, 4, false)
    )
  }
  return (
    lilyPad([width * 0.16, 50], 150, water) +
    lilyPad([width * 0.8, 30], 120, water) +
    lotus([width * 0.2, 62], 96)
  )
}

function waterDefs({ width, height, water, focus }: Pond): string {
  return [
    linear(
      'water',
      [0, 0],
      [0, height],
      [
        [0, mix(water.top, water.middle, 0.3)],
        [0.3, water.middle],
        [0.9, water.deep],
      ],
    ),
    radial('focus', focus, 430, [
      [0, water.glow, 0.7],
      [0.35, water.top, 0.36],
      [0.8, water.middle, 0.1],
      [1, water.middle, 0],
    ]),
    linear(
      'shaft',
      [0, 0],
      [0, height * 0.68],
      [
        [0, water.glow, 0.5],
        [1, water.glow, 0],
      ],
    ),
    radial('vignette', [width / 2, height * 0.46], width * 0.74, [
      [0.42, water.deep, 0],
      [1, water.deep, 0.96],
    ]),
    linear(
      'floor',
      [0, height * 0.8],
      [0, height],
      [
        [0, water.deep, 0],
        [1, water.deep, 0.9],
      ],
    ),
    halo('bubble', [
      [0.55, '#ffffff', 0.04],
      [0.86, '#ffffff', 0.18],
      [0.96, '#ffffff', 0.62],
      [1, '#ffffff', 0],
    ]),
    '<linearGradient id="stone" x1="0.3" y1="0" x2="0.5" y2="0.8">' +
      `<stop offset="0" stop-color="${mix(water.middle, water.top, 0.45)}"/><stop offset="1" stop-color="${water.deep}"/></linearGradient>`,
    halo('mote', [
      [0, water.glow, 0.8],
      [1, water.glow, 0],
    ]),
  ].join('')
}

/** Draws the water behind the fish and what stands before it (`front`). */
export function drawWater(
  pond: Pond,
  around: Surroundings,
  random: Random,
): { defs: string; back: string; front: string } {
  const { width, height } = pond
  const motes = times(34, () =>
    circle(
      [width * random(), height * random()],
      between(random, 2, 13),
      'url(#mote)',
      between(random, 0.2, 0.8),
    ),
  )
  const back = [
    fill(box(0, 0, width, height), 'url(#water)'),
    fill(box(0, 0, width, height), 'url(#focus)'),
    shafts(pond, random),
    setting(pond, around, random),
    motes.join(''),
    fill(box(0, 0, width, height), 'url(#vignette)'),
  ]
  const front = [
    fill(box(0, height * 0.8, width, height * 0.2), 'url(#floor)'),
    stones(pond, random, around === 'stones' ? 11 : 6),
    weeds(pond, random, 8, true),
    times(9, (index) =>
      bubble([110 + between(random, -44, 34), 300 - index * 34], between(random, 5, 17)),
    ).join(''),
  ]
  return { defs: waterDefs(pond), back: back.join(''), front: front.join('') }
}
